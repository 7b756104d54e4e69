import { defineConfig } from 'vitest/config'

const common = { testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{contract,server,web,checks}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'node_modules'],
        },
      },
      {
        test: {
          ...common,
          name: 'db',
          include: ['{server,checks}/**/*.db.test.ts'],
          globalSetup: ['server/testing/template-database.ts'],
        },
      },
      {
        // Long trials of `npm test`, one after another: they race, kill and measure.
        test: {
          ...common,
          name: 'trials',
          include: ['trials/*.trial.ts'],
          maxWorkers: 1,
          globalSetup: ['server/testing/template-database.ts'],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

/** The tests of the engine alone, for `npm run mutation`. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    env: { PROPERTY_RUNS_PART: '25' },
    include: [
      'server/features/{ledger,promotions,receipts,program}/**/*.test.ts',
      'contract/money.test.ts',
    ],
    exclude: ['**/*.db.test.ts', 'node_modules'],
  },
})

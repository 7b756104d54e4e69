/** The kit for integrators is what the contract would generate now, unchanged by hand. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  generated,
  manifestFile,
  posApiDocument,
  printJson,
  readDigests,
} from '../scripts/pos-kit/document.ts'

test('the kit was generated from the contract as it is: npm run pos-kit', () => {
  expect(readFileSync(generated.document, 'utf8')).toBe(printJson(posApiDocument()))
  expect(readDigests()).toEqual(JSON.parse(readFileSync(manifestFile, 'utf8')))
})

test('the collections have every operation', () => {
  const operations = Object.values(posApiDocument().paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { summary: string }).summary),
  )
  expect(operations.length).toBeGreaterThan(15)
  for (const file of [generated.postman, generated.bruno]) {
    const text = readFileSync(file, 'utf8')
    const missing = operations.filter(
      (summary) => !text.includes(JSON.stringify(summary).slice(1, 40)),
    )
    expect(missing).toEqual([])
  }
})

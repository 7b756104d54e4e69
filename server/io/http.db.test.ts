import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

test('an address nobody serves answers 404 as a problem, in the language of the caller', async () => {
  const answer = await t.app.inject({
    method: 'GET',
    url: '/api/v1/nothing',
    headers: { 'accept-language': 'en' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'Not found.' })
})

test('the POS API publishes its OpenAPI document and a page to read it', async () => {
  const document = await t.app.inject({ method: 'GET', url: '/pos-api/v1/openapi.json' })
  expect(document.json()).toMatchObject({ openapi: '3.1.0' })
  const page = await t.app.inject({ method: 'GET', url: '/pos-api/v1/doc' })
  expect([200, 302]).toContain(page.statusCode)
})

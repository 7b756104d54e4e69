import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

test('a demo is an organization of its own, opened once and without the trial', async () => {
  const owner = await signUpOwner(t)
  const path = '/api/v1/organizations/demo'
  expect((await owner.inject('GET', path)).data).toEqual({ demo: null })
  const { status, data } = await owner.inject('POST', path)
  expect(status).toBe(202)
  expect(data).toMatchObject({ made: 0 })
  expect(data.total).toBeGreaterThan(1500)
  expect((await owner.inject('POST', path)).data.organization_id).toBe(data.organization_id)
  expect((await owner.inject('GET', path)).data.demo).toEqual(data)

  const demo = `/api/v1/organizations/${data.organization_id}`
  const { data: shown } = await owner.inject('GET', demo)
  expect(shown).toMatchObject({ name: 'Демо-кавʼярня', is_demo: true })
  expect(shown.stats_brief.license).toMatchObject({ is_trial: true })
  const own = await owner.inject('POST', '/api/v1/organizations', { name: 'Справжня' })
  expect(own.data.opened.license_id).not.toBeNull()

  expect((await owner.inject('DELETE', demo)).status).toBe(204)
  expect((await owner.inject('GET', path)).data).toEqual({ demo: null })
  // Its sales are given up by the job, not tried again and again.
  await t.runJobs()
  expect((await owner.inject('POST', path)).data.organization_id).not.toBe(data.organization_id)
})

test('a shop that bears the name already is no hindrance', async () => {
  const owner = await signUpOwner(t)
  await owner.inject('POST', '/api/v1/organizations', { name: 'Демо-кавʼярня' })
  const { data } = await owner.inject('POST', '/api/v1/organizations/demo')
  const { data: shown } = await owner.inject('GET', `/api/v1/organizations/${data.organization_id}`)
  expect(shown.name).toBe('Демо-кавʼярня 2')
})

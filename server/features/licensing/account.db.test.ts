import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const profile = '/api/v1/user/profile'

async function openShop() {
  const owner = await signUpOwner(t)
  const { status, data } = await owner.inject('POST', '/api/v1/organizations', {
    name: 'Кава',
    cashier: { name: 'Ірина' },
  })
  expect(status).toBe(201)
  return { owner, organization_id: data.id as string, opened: data.opened }
}

const deletedAt = async (id: string) =>
  (
    await t.io.db
      .selectFrom('organization')
      .select('deleted_at')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.deleted_at

it('an account goes with its organizations, and their tills stop at once', async () => {
  const { owner, organization_id, opened } = await openShop()
  const other = await openShop()
  const { login } = opened.cashier.user
  const { pin } = opened.cashier
  const enter = () => owner.inject('POST', '/pos-api/v1/manager-auth', { login, password: pin })
  const till = await enter()
  expect(till.status).toBe(200)
  const list = () =>
    owner.inject(
      'POST',
      '/pos-api/v1/bonuses/get-all-pos',
      {},
      { authorization: `Bearer ${till.data.token}` },
    )
  expect((await list()).status).toBe(200)
  expect((await owner.inject('DELETE', profile)).status).toBe(204)
  expect(await deletedAt(organization_id)).not.toBeNull()
  expect((await list()).status).toBe(401)
  expect((await enter()).status).toBe(401)
  expect(await deletedAt(other.organization_id)).toBeNull()
})

it('an account stays while a subscription renews, and goes once it was cancelled', async () => {
  const { owner, organization_id } = await openShop()
  const change = (status: string, auto_renew: boolean) =>
    t.io.db
      .updateTable('license')
      .set({ status, auto_renew })
      .where('organization_id', '=', organization_id)
      .execute()
  await change('active', true)
  const refused = await owner.inject('DELETE', profile)
  expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
  expect(await deletedAt(organization_id)).toBeNull()
  await change('cancelled', false)
  expect((await owner.inject('DELETE', profile)).status).toBe(204)
})

it('wants the password checked within five minutes', async () => {
  const { owner, organization_id } = await openShop()
  t.clock.advance(6 * 60_000)
  expect((await owner.inject('DELETE', profile)).body.code).toBe('verification_required')
  expect(await deletedAt(organization_id)).toBeNull()
  await owner.inject('POST', '/api/v1/user/verify', { password: PASSWORD })
  expect((await owner.inject('DELETE', profile)).status).toBe(204)
})

it('the trial is once: for a second organization, after deleting the first, and after returning', async () => {
  const { owner, organization_id, opened } = await openShop()
  expect(opened.license_id).not.toBeNull()
  let opened_count = 0
  const open = async (by: typeof owner) => {
    const name = `Ще одна ${(opened_count += 1)}`
    const { data } = await by.inject('POST', '/api/v1/organizations', { name })
    return data.opened.license_id as string | null
  }
  expect(await open(owner)).toBeNull()
  const gone = await owner.inject('DELETE', `/api/v1/organizations/${organization_id}`)
  expect(gone.status, JSON.stringify(gone.body)).toBe(204)
  expect(await open(owner)).toBeNull()
  await owner.inject('POST', '/api/v1/user/verify', { password: PASSWORD })
  expect((await owner.inject('DELETE', profile)).status).toBe(204)
  const returned = await signUpOwner(t, { email: owner.email })
  expect(await open(returned)).toBeNull()
  expect(await open(await signUpOwner(t))).not.toBeNull()
})

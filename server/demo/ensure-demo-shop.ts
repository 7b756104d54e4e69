/**
 * The demo shop «Демо-кавʼярня»: an owner, a cashier, buyers and ninety days of sales, made by the
 * product's own calls on a clock that walks from then to now. The same seed makes the same shop,
 * so pictures and manuals stay true.
 */
import { openApp } from '#server/app.ts'
import { insertNewUser } from '#server/features/identity/insert-new-user.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { addCashier } from '#server/features/pos/add-cashier.ts'
import { openOrganization } from '#server/features/pos/open-organization.ts'
import { recountPurchases } from '#server/features/segments/gather-purchases.ts'
import { hashSecret } from '#server/io/argon2.ts'
import { inTransaction, violatedConstraint } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { openCaller } from './caller.ts'
import { demoSales } from './demo-sales.ts'
import { DEMO_DAYS, sellDemoShop } from './sell-demo-shop.ts'
import { payDemoLicense } from './pay-demo-license.ts'
import { setUpDemo } from './set-up-demo.ts'

/** How to get into the demo shop: printed at every start, written in the manual. */
export const demoAccess = {
  owner: { email: 'demo@verta.test', password: 'verta-demo-2026' },
  cashier: { login: 'demo-01', pin: '482913' },
}

export type DemoAccess = typeof demoAccess

const LANES = 6
const DAY_MS = 24 * 3600 * 1000

/** Makes the demo shop when its owner is not there yet. Answers how to get in. */
export async function ensureDemoShop(real: Io): Promise<DemoAccess> {
  const to = real.clock.now()
  const from = new Date(to.getTime() - DEMO_DAYS * DAY_MS)
  const io: Io = { ...real, clock: { now: () => from } }
  const owner = await signUpDemoOwner(io)
  if (owner === undefined) return demoAccess
  const { organization_id, pos_id } = await openDemoShop(io, owner)
  const token = await connectTill(io, pos_id)
  await sellDemoShop(real, openApp, token, demoSales({ from, to }), LANES)
  // Its receipts are older than what the job of segments has read.
  await recountPurchases(real, organization_id)
  return demoAccess
}

/** A call that nobody made: the demo is not a visitor's doing. */
const nobody: Call = {
  request_id: 'demo',
  ip: '127.0.0.1',
  language: 'uk',
  header: () => undefined,
  cookie: () => undefined,
  setCookie() {},
  clearCookie() {},
  setHeader() {},
  noteWho() {},
  left: new AbortController().signal,
  file: () => Promise.reject(new Error('the demo sends no files')),
  form: () => Promise.reject(new Error('the demo sends no forms')),
  bytes: () => Buffer.alloc(0),
}

/** Answers undefined when the demo owner is there already. */
async function signUpDemoOwner(io: Io): Promise<Owner | undefined> {
  const { email, password } = demoAccess.owner
  const person = { email, email_confirmed: true, first_name: 'Олена', last_name: 'Демченко' }
  const password_hash = await hashSecret(password)
  try {
    const user = await inTransaction(io.db, (tx) =>
      insertNewUser(io, tx, nobody, { ...person, language: 'ua-UA', password_hash }),
    )
    const now = io.clock.now()
    return {
      ...{ ...person, user_id: user.id, session_id: 'demo', language: 'ua-UA', theme: 'auto' },
      ...{ is_platform_administrator: false, has_second_factor: false },
      ...{ verified_at: now, remember: false },
    }
  } catch (error) {
    if (violatedConstraint(error) === 'user_account_email_key') return undefined
    throw error
  }
}

/** Answers the shop and its point of sale. */
async function openDemoShop(
  io: Io,
  owner: Owner,
): Promise<{ organization_id: string; pos_id: string }> {
  const name = 'Демо-кавʼярня'
  const { id, opened } = await openOrganization(
    io,
    owner,
    { name, business_category: 'cafe', address: 'вул. Соборна, 12', phone: '+380671234500' },
    { is_demo: true },
  )
  const { login, pin } = demoAccess.cashier
  const organization = await requireOrganization(io, owner, id)
  await setUpDemo(io, owner, organization)
  if (opened.license_id !== null) await payDemoLicense(io, organization.id, opened.license_id)
  const pin_hash = await hashSecret(pin)
  await inTransaction(io.db, (tx) =>
    addCashier(
      tx,
      organization,
      { name: 'Ірина', login, role: 'senior', pos_ids: [opened.pos_id] },
      { pin, pin_hash, token: null },
      io.clock.now(),
    ),
  )
  return { organization_id: id, pos_id: opened.pos_id }
}

/** A program's token: the demo sells more in a minute than a person may. */
async function connectTill(io: Io, pos_id: string): Promise<string> {
  const app = openApp(io)
  try {
    const cabinet = openCaller(app)
    await cabinet('POST', '/api/v1/user/login', demoAccess.owner)
    await cabinet('PATCH', `/api/v1/pos/${pos_id}`, { name: 'Соборна, 12' })
    const path = '/api/v1/pos/create-pos-register-user'
    const till = { pos_id, name: 'Каса кавʼярні', role: 'integration' }
    return (await cabinet<{ token: string }>('POST', path, till)).token
  } finally {
    await app.close()
  }
}

import type { FastifyInstance } from 'fastify'
import type { CashRegisterUser, CashierPermissions, CashierRole } from '#contract/pos.ts'
import type { Organization } from '#contract/organizations.ts'
import { openBrowser, signUpOwner, type Answer, type Browser } from './identity.ts'

type App = { app: FastifyInstance }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A till: a login, its PIN, and calls with its bearer token. */
export type Till = {
  user: CashRegisterUser
  pin: string
  token: string
  inject(
    method: Method,
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** A shop as an owner has it after a minute: all made through the real calls. */
export type Shop = {
  owner: Awaited<ReturnType<typeof signUpOwner>>
  organization: Organization
  organization_id: string
  pos_id: string
  /** Null when the owner's account had used its trial before. */
  license_id: string | null
  /** The first cashier, signed in. */
  till: Till
  /** The same cashier, for short. */
  cashier: CashRegisterUser
  token: string
  /** One more cashier of the first point of sale, or of those named. */
  addTill(options?: TillOptions): Promise<Till>
  /** Changes settings of a group over their present version. */
  set(group: 'general' | 'bonuses' | 'notifications', changes: object): Promise<Answer>
}

type TillOptions = {
  name?: string
  role?: Exclude<CashierRole, 'integration'>
  pos_ids?: string[]
  permissions?: Partial<CashierPermissions>
}

let opened = 0

/**
 * Opens a shop. `program` holds settings in wire units, laid over the defaults: bonus settings
 * and general ones may be mixed. `owner` lets one account open several.
 */
export async function openShop(
  t: App,
  options: {
    name?: string
    owner?: Shop['owner']
    program?: { general?: object; bonuses?: object }
  } = {},
): Promise<Shop> {
  opened += 1
  const owner = options.owner ?? (await signUpOwner(t))
  const answer = await owner.inject('POST', '/api/v1/organizations', {
    name: options.name ?? `Крамниця ${opened}`,
    cashier: { name: 'Марія' },
  })
  if (answer.status !== 201) throw new Error(`opening a shop answered ${failure(answer)}`)
  const { opened: parts, ...organization } = answer.data
  const { pos_id, license_id, cashier } = parts
  const till = await signInTill(t, cashier.user, cashier.pin)

  const shop: Shop = {
    owner,
    organization,
    organization_id: organization.id,
    pos_id,
    license_id,
    till,
    cashier: till.user,
    token: till.token,
    addTill: (more) => addTill(t, owner, { pos_ids: [pos_id], ...more }),
    set: (group, changes) => changeSettings(owner, organization.id, group, changes),
  }
  const { general, bonuses } = options.program ?? {}
  if (general) await must(shop.set('general', general))
  if (bonuses) await must(shop.set('bonuses', bonuses))
  return shop
}

/** Signs a cashier in with its login and PIN. */
export async function signInTill(t: App, user: CashRegisterUser, pin: string): Promise<Till> {
  const answer = await openBrowser(t).inject('POST', '/pos-api/v1/manager-auth', {
    login: user.login,
    password: pin,
  })
  if (answer.status !== 200) throw new Error(`signing a till in answered ${failure(answer)}`)
  const { token } = answer.data
  return { user, pin, token, inject: withToken(t, token) }
}

/** Calls with a bearer token, as a till or an integration makes them. */
export function withToken(t: App, token: string): Till['inject'] {
  return (method, url, body, headers) =>
    openBrowser(t).inject(method, url, body, { authorization: `Bearer ${token}`, ...headers })
}

async function addTill(t: App, owner: Browser, options: TillOptions): Promise<Till> {
  const { name = 'Оксана', role = 'cashier', pos_ids, permissions } = options
  const body = { name, role, pos_ids, ...(permissions && { permissions }) }
  const answer = await owner.inject('POST', '/api/v1/pos/create-pos-register-user', body)
  if (answer.status !== 201) throw new Error(`adding a cashier answered ${failure(answer)}`)
  return signInTill(t, answer.data.user, answer.data.pin)
}

async function changeSettings(
  owner: Browser,
  organization_id: string,
  group: string,
  changes: object,
): Promise<Answer> {
  const url = `/api/v1/settings/${group}?organization_id=${organization_id}`
  const { data } = await owner.inject('GET', url)
  return owner.inject('PATCH', url, { version: data.version, ...changes })
}

async function must(call: Promise<Answer>): Promise<void> {
  const answer = await call
  if (answer.status >= 400) throw new Error(`changing settings answered ${failure(answer)}`)
}

const failure = ({ status, body }: Answer) => `${status}: ${JSON.stringify(body)}`

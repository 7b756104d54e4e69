/**
 * Points of sale and the people at their tills.
 *
 * `pos` is the shop's place, `cashier` (the seed: cash-register user, manager) the person or the
 * program that sells there. A PIN or a long-lived token is shown once, when it is made.
 * Source: seed §7 "POS", "User"; spec/api.md; design/screens.md §5.15, §6.1.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { licenseState, licenseStatus } from './licensing.ts'
import {
  cashierLogin,
  id,
  line,
  localTime,
  moment,
  money,
  pageOf,
  pageQuery,
  phone,
} from './wire.ts'

/** From Monday; null is a day off. `to` before `from` passes midnight. */
const schedule = z.array(z.strictObject({ from: localTime, to: localTime }).nullable()).length(7)
const posType = z.enum(['shop', 'cafe', 'online', 'service'])

const pos = z.object({
  id,
  organization_id: id,
  license_id: id.nullable(),
  license: z.object({ status: licenseStatus, state: licenseState, expires_at: moment }).nullable(),
  /** Whether buyers see it in the bot. */
  visible: z.boolean(),
  name: z.string(),
  code: z.string(),
  city_id: id.nullable(),
  city_name: z.string().nullable(),
  address: z.string(),
  phone: z.string().nullable(),
  schedule,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  type: posType,
  external_code: z.string(),
  cashiers_count: z.int(),
  receipts_today: z.int(),
  created_at: moment,
})
export type Pos = z.output<typeof pos>

const editablePos = {
  city_id: id.nullable(),
  address: line(0, 140),
  phone: phone.nullable(),
  schedule,
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  type: posType,
  code: line(0, 20),
  external_code: line(0, 60),
}
const posName = line(2, 60)
const posParams = z.strictObject({ pos_id: id })

export const listPos = endpoint({
  method: 'GET',
  path: '/api/v1/pos',
  summary: 'The points of sale of an organization, in the order they were made',
  access: 'owner',
  query: z.strictObject({ organization_id: id, ...pageQuery() }),
  response: pageOf(pos),
})

export const createPos = endpoint({
  method: 'POST',
  path: '/api/v1/pos',
  summary: 'Add a point of sale; it sells once a license is assigned',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  body: z.strictObject({ name: posName, ...z.object(editablePos).partial().shape }),
  response: pos,
  status: 201,
  refusals: ['name_taken', 'tariff_limit'],
})

export const updatePos = endpoint({
  method: 'PATCH',
  path: '/api/v1/pos/{pos_id}',
  summary: 'Change a point of sale',
  access: 'owner',
  params: posParams,
  body: z.strictObject({ name: posName.optional(), ...z.object(editablePos).partial().shape }),
  response: pos,
  refusals: ['name_taken'],
})

export const deletePos = endpoint({
  method: 'DELETE',
  path: '/api/v1/pos/{pos_id}',
  summary: 'Delete a point of sale that has no receipts; hide it otherwise',
  access: 'owner',
  params: posParams,
  refusals: ['in_use'],
})

export const activatePos = endpoint({
  method: 'PATCH',
  path: '/api/v1/pos/{pos_id}/activate',
  summary: 'Assign a license to a point of sale; a license serves one',
  access: 'owner',
  params: posParams,
  query: z.strictObject({ license_id: id }),
  response: pos,
  refusals: ['license_already_assigned'],
})

export const deactivatePos = endpoint({
  method: 'PATCH',
  path: '/api/v1/pos/{pos_id}/deactivate',
  summary: 'Take the license off a point of sale: its tills stop accruing',
  access: 'owner',
  params: posParams,
  response: pos,
})

export const updatePosVisible = endpoint({
  method: 'POST',
  path: '/api/v1/pos/update-pos-visible',
  summary: 'Show a point of sale to buyers, or hide it',
  access: 'owner',
  body: z.strictObject({ pos_id: id, visible: z.boolean() }),
  response: pos,
})

/** `integration` is a program: it has a long-lived token and no login. */
const cashierRole = z.enum(['cashier', 'senior', 'integration'])
export type CashierRole = z.output<typeof cashierRole>

const cashierPermissions = z.object({
  spend: z.boolean(),
  cancel: z.boolean(),
  /** Also receipts that another cashier made. */
  cancel_others: z.boolean(),
  compensate: z.boolean(),
  register_buyer: z.boolean(),
  /** The whole phone of a buyer instead of its last digits. */
  see_phone: z.boolean(),
})
export type CashierPermissions = z.output<typeof cashierPermissions>

export const cashRegisterUser = z.object({
  id,
  organization_id: id,
  pos_ids: z.array(id),
  name: z.string(),
  /** Null for an integration. */
  login: z.string().nullable(),
  role: cashierRole,
  permissions: cashierPermissions,
  enabled: z.boolean(),
  /** Wrong PINs have locked the login until then. */
  locked_until: moment.nullable(),
  last_login_at: moment.nullable(),
  last_used_at: moment
    .nullable()
    .describe("Of an integration's token, to 5 minutes; null: not used yet."),
  created_at: moment,
})
export type CashRegisterUser = z.output<typeof cashRegisterUser>

const permissionChanges = z.strictObject(cashierPermissions.partial().shape)
const posIds = z.array(id).min(1).max(100)

/** The secret is shown only in this answer: a PIN, or the token of an integration. */
const cashierWithSecret = z.object({
  user: cashRegisterUser,
  pin: z.string().optional(),
  token: z.string().optional(),
})

export const createCashRegisterUser = endpoint({
  method: 'POST',
  path: '/api/v1/pos/create-pos-register-user',
  summary: 'Add a cashier; the answer shows the PIN, or the token of an integration, once',
  access: 'owner',
  body: z.strictObject({
    pos_id: id.optional(),
    pos_ids: posIds.optional(),
    name: line(1, 60),
    login: cashierLogin.optional(),
    role: cashierRole.default('cashier'),
    permissions: permissionChanges.optional(),
  }),
  response: cashierWithSecret,
  status: 201,
  refusals: ['name_taken', 'tariff_limit'],
})

export const listCashRegisterUsers = endpoint({
  method: 'POST',
  path: '/api/v1/pos/get-cash-register-users',
  summary: 'The cashiers of a point of sale or of a whole organization',
  access: 'owner',
  body: z.strictObject({
    pos_id: id.optional(),
    organization_id: id.optional(),
    ...pageQuery(),
  }),
  response: pageOf(cashRegisterUser),
})

export const deleteCashRegisterUsers = endpoint({
  method: 'POST',
  path: '/api/v1/pos/delete-cash-register-users',
  summary: 'Delete cashiers: their sessions end at once, their history stays',
  access: 'owner',
  body: z.strictObject({ ids: posIds }),
  response: z.object({ deleted: z.int() }),
})

export const updateCashRegisterUser = endpoint({
  method: 'POST',
  path: '/api/v1/pos/update-cash-register-user',
  summary: 'Change a cashier, or switch one on or off; switching off ends the sessions at once',
  access: 'owner',
  body: z.strictObject({
    id,
    name: line(1, 60).optional(),
    login: cashierLogin.optional(),
    role: z.enum(['cashier', 'senior']).optional(),
    pos_ids: posIds.optional(),
    permissions: permissionChanges.optional(),
    enabled: z.boolean().optional(),
  }),
  response: cashRegisterUser,
  refusals: ['name_taken'],
})

export const resetCashRegisterUserPin = endpoint({
  method: 'POST',
  path: '/api/v1/pos/reset-cash-register-user-pin',
  summary: 'A new PIN or token, shown once; the old one and its sessions end at once',
  access: 'owner',
  body: z.strictObject({ id }),
  response: cashierWithSecret,
})

const manager = z.object({
  id,
  name: z.string(),
  role: cashierRole,
  permissions: cashierPermissions,
})
export type Manager = z.output<typeof manager>

const tillPos = z.object({
  id,
  name: z.string(),
  address: z.string(),
  city_name: z.string().nullable(),
  license_state: licenseState.describe(
    '`active` and `grace`: everything; `spend_only`: bonuses are spent but not earned; `none`: ' +
      'no new receipts. History and cancelling always work.',
  ),
  license_expires_at: moment.nullable(),
})
export type TillPos = z.output<typeof tillPos>

/** What the till shows and asks before it talks to the server about a receipt. */
const tillOrganization = z.object({
  id,
  name: z.string(),
  logo: z.string().nullable(),
  currency: z.string(),
  timezone: z.string(),
  mode: z.enum(['bonus', 'discount', 'both']),
  bonus_name: z.object({
    one: z.string(),
    few: z.string(),
    many: z.string(),
    fraction: z.string(),
  }),
  spend_step: money,
  products_in_receipt: z.enum(['none', 'optional', 'required']),
  has_products: z.boolean().describe('The shop keeps a catalogue: codes can be looked up in it.'),
  register_at_till: z.boolean(),
  cancel_window_hours: z.int(),
  compensation_max: money,
  receipt_footer: z.string(),
})
export type TillOrganization = z.output<typeof tillOrganization>

const tillSession = z.object({
  manager,
  organization: tillOrganization,
  pos: z.array(tillPos),
})

export const managerAuth = endpoint({
  method: 'POST',
  path: '/pos-api/v1/manager-auth',
  summary: 'Sign a cashier in with a login and a PIN; the token is the bearer of every POS call',
  access: 'anyone',
  body: z.strictObject({
    login: line(1, 60).toLowerCase().describe("The cashier's login, such as `kava-01`."),
    password: z.string().min(1).max(128).describe('The PIN. Five wrong ones lock for 15 minutes.'),
  }),
  response: z.object({
    token: z.string().describe('Send it as `Authorization: Bearer …` with every other call.'),
    expires_at: moment.describe(
      'The end if the token is not used: each use puts it off, up to 30 days.',
    ),
    ...tillSession.shape,
  }),
  refusals: ['wrong_credentials', 'locked', 'rate_limited'],
})

export const getTillSession = endpoint({
  method: 'GET',
  path: '/pos-api/v1/manager',
  summary: 'Who holds this token, where they may sell, and the shop’s present settings',
  access: 'cashier',
  response: z.object({ expires_at: moment.nullable(), ...tillSession.shape }),
})

export const managerLogout = endpoint({
  method: 'POST',
  path: '/pos-api/v1/manager-logout',
  summary: 'End this token; never refused',
  access: 'anyone',
  body: z.strictObject({}).optional(),
})

export const getAllPos = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/get-all-pos',
  summary: 'The points of sale this cashier may sell at',
  access: 'cashier',
  body: z.strictObject({}).optional(),
  response: pageOf(tillPos),
})

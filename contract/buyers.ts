/**
 * Buyers as their shop sees them: the list, one buyer whole, what they are owed, and the two
 * movements an owner makes by hand.
 *
 * Amounts are bonuses in minor units inside and decimals on the wire. Phones leave the server
 * masked; the whole number is given for one buyer at a time, and that is recorded.
 * Source: seed §7 "Buyers"; spec/api.md "Buyers"; design/screens.md §5.12, §5.13.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { entryKinds } from './entry-kinds.ts'
import {
  day,
  id,
  line,
  moment,
  money,
  pageOf,
  pageQuery,
  paragraph,
  phone,
  positiveMoney,
  signedMoney,
} from './wire.ts'

export const entryKind = z.enum(entryKinds)

export const buyerStatus = z.enum(['active', 'blocked', 'forgotten'])
export const gender = z.enum(['female', 'male'])
export const messenger = z.enum(['telegram', 'viber'])
/** Where a buyer came from. */
export const joinedVia = z.enum(['till', 'cabinet', 'bot', 'import', 'integration'])
/** The reasons an owner chooses from; `other` needs a comment. */
export const manualReason = z.enum(['compensation', 'gift', 'mistake', 'other'])

/** What a buyer holds. `available` and `pending` sum to the balance. */
export const balance = z.object({
  /** May be spent now. */
  available: money,
  /** Earned, not active yet. */
  pending: money,
  /** Owed to the shop after a return of spent earnings; the next earning repays it first. */
  debt: money,
  /** What burns on which day (the shop's time zone), soonest first. */
  expiring: z.array(z.object({ date: day, amount: money })),
})

/** One earning that is not used up. */
export const lot = z.object({
  /** The number of the entry that made it. */
  number: z.int(),
  kind: entryKind,
  amount: money,
  remaining: money,
  active_from: moment,
  /** null: never. */
  expires_at: moment.nullable(),
  created_at: moment.nullable(),
})

/** One line of a buyer's account; never changed after it was written. */
export const entry = z.object({
  number: z.int(),
  kind: entryKind,
  amount: signedMoney,
  debt_change: signedMoney,
  balance_after: money,
  occurred_at: moment,
  created_at: moment,
  receipt_id: id.nullable(),
  /** The till's number of that receipt. */
  receipt_number: z.string().nullable(),
  pos_id: id.nullable(),
  cashier_id: id.nullable(),
  /** The owner who made it by hand. */
  user_id: id.nullable(),
  reason: z.string().nullable(),
  comment: z.string().nullable(),
})

export const level = z.object({
  number: z.int(),
  name: z.string(),
  /** The day its period ends; null: for good. */
  until: moment.nullable(),
  /** Set by hand. */
  pinned: z.boolean(),
  /** Held by hand until then; null: until it is taken off. */
  pinned_until: moment.nullable(),
})

/** One row of the list. */
export const buyerRow = z.object({
  id,
  name: z.string(),
  phone_masked: z.string().nullable(),
  status: buyerStatus,
  level: z.string().nullable(),
  available: money,
  pending: money,
  debt: money,
  /** What burns within 30 days. */
  expiring_30d: money,
  receipts_count: z.int(),
  turnover: money,
  /** null before the first receipt. */
  average_receipt: money.nullable(),
  last_visit_at: moment.nullable(),
  joined_at: moment,
  messengers: z.array(messenger),
  tags: z.array(z.string()),
})

export const consent = z.object({
  /** May advertising be sent. */
  messages: z.boolean(),
  messages_at: moment.nullable(),
  /** The rules of the programme accepted, and which edition. */
  rules_accepted_at: moment.nullable(),
  rules_version: z.int().nullable(),
})

export const profile = z.object({
  id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone_masked: z.string().nullable(),
  /** Given only when the buyer was asked for by this phone; else `POST /buyers/{id}/reveal`. */
  phone: z.string().nullable(),
  birthday: day.nullable(),
  gender: gender.nullable(),
  city: z.string().nullable(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  status: buyerStatus,
  card_code: z.string(),
  joined_at: moment,
  joined_via: joinedVia,
  joined_pos_id: id.nullable(),
  /** The buyer this one was merged into. */
  merged_into: id.nullable(),
})

const referral = z.object({
  /** Who invited; null: nobody, or not told. */
  inviter: z.object({ id, name: z.string(), phone_masked: z.string().nullable() }).nullable(),
  /** Friends are rewarded, and this buyer has bought nothing yet: who invited may be told. */
  may_be_invited: z.boolean(),
})

/** Everything a shop knows of one buyer. */
export const buyerWhole = z.object({
  profile,
  balance,
  lots: z.array(lot),
  level: level.nullable(),
  totals: z.object({
    receipts_count: z.int(),
    turnover: money,
    average_receipt: money.nullable(),
    last_visit_at: moment.nullable(),
  }),
  messengers: z.array(messenger),
  referral,
  consent,
  /** The newest page of the history; the others by `GET /buyers/{id}/entries`. */
  entries: pageOf(entry),
})

/** `-` before the field: largest or newest first. */
export const buyersSort = z.enum([
  '-last_visit_at',
  'last_visit_at',
  '-joined_at',
  'joined_at',
  'name',
  '-name',
  '-balance',
  'balance',
  '-turnover',
  'turnover',
  '-receipts_count',
  'receipts_count',
])

const tags = z.array(line(1, 40)).max(20)
const profileFields = {
  first_name: line(1, 80).nullable(),
  last_name: line(1, 80).nullable(),
  birthday: day.nullable(),
  gender: gender.nullable(),
  city: line(1, 80).nullable(),
  tags,
  note: paragraph(1000).nullable(),
}

/** With `phone` or `buyer_id`: that buyer whole, as `{buyer}`. Without: a page of rows. */
export const getBuyersData = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/get_buyers_data',
  summary:
    'A page of buyers (search `q`: part of the phone, name or card code), or one buyer whole',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    buyer_id: id.optional(),
    phone: phone.optional(),
    q: line(0, 80).optional(),
    status: buyerStatus.optional(),
    tag: line(1, 40).optional(),
    sort: buyersSort.default('-last_visit_at'),
    /** Where counting those found may stop: a search that finds hundreds of thousands answers sooner. */
    count_up_to: z.int().min(1).max(1_000_000).optional(),
    ...pageQuery(),
  }),
  response: z.union([
    z.object({ buyer: buyerWhole }),
    /** `more`: there are more than `total`, where counting stopped. */
    pageOf(buyerRow).extend({ more: z.boolean() }),
  ]),
  refusals: ['buyer_not_found'],
})

export const createBuyer = endpoint({
  method: 'POST',
  path: '/api/v1/buyers',
  summary: 'Register a buyer; a known phone answers with the buyer it belongs to',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    phone,
    first_name: profileFields.first_name.optional(),
    last_name: profileFields.last_name.optional(),
    /** Who invited: both are rewarded with the first purchase. */
    inviter_phone: phone.optional(),
  }),
  response: z.object({ buyer: buyerWhole, created: z.boolean() }),
  status: 201,
  refusals: ['tariff_limit'],
})

export const updateBuyer = endpoint({
  method: 'PATCH',
  path: '/api/v1/buyers/{buyer_id}',
  summary: 'Change the profile of a buyer; absent fields stay as they are',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  query: z.strictObject({ organization_id: id }),
  body: z.strictObject({
    first_name: profileFields.first_name.optional(),
    last_name: profileFields.last_name.optional(),
    birthday: profileFields.birthday.optional(),
    gender: profileFields.gender.optional(),
    city: profileFields.city.optional(),
    tags: profileFields.tags.optional(),
    note: profileFields.note.optional(),
    status: z.enum(['active', 'blocked']).optional(),
  }),
  response: profile,
})

export const pinBuyerLevel = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/level',
  summary: 'Set the level by hand, or null to let purchases decide again',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  body: z.strictObject({
    organization_id: id,
    /** Number of a row of the ladder. */
    level: z.int32().nullable(),
    /** The last day it holds, in the shop's zone; null: until it is taken off. */
    until: day.nullable().default(null),
  }),
  response: z.object({ level: level.nullable() }),
  refusals: ['buyer_not_found', 'version_conflict'],
})

export const setBuyerInviter = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/inviter',
  summary: 'Tell who invited a buyer, once and before the first receipt',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  body: z.strictObject({ organization_id: id, inviter_phone: phone }),
  response: referral,
  refusals: ['buyer_not_found'],
})

export const listBuyerEntries = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/{buyer_id}/entries',
  summary: 'The history of a buyer, newest first',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  query: z.strictObject({ organization_id: id, ...pageQuery(200, 25) }),
  response: pageOf(entry),
})

export const revealPhone = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/reveal',
  summary: 'The whole phone of a buyer; who looked and when is recorded',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  body: z.strictObject({ organization_id: id }),
  response: z.object({ phone: z.string() }),
})

const manualFields = {
  organization_id: id,
  buyer_id: id.optional(),
  phone: phone.optional(),
  amount: positiveMoney,
  reason: manualReason,
  /** Needed with the reason `other`: at least 5 characters. */
  comment: line(5, 200).optional(),
  /** Tell the buyer in the messenger. */
  notify: z.boolean().default(true),
  /** For callers that cannot set the `Idempotency-Key` header; one of the two is needed. */
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
}
const manualAnswer = z.object({
  buyer_id: id,
  entries: z.array(entry),
  balance,
})

export const makeHandleAccrual = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/make_handle_accrual',
  summary: 'Give bonuses by hand; a debt is repaid first. Needs an Idempotency-Key',
  access: 'owner',
  body: z.strictObject({
    ...manualFields,
    /** 0: never expires. Absent: the programme's own period for bonuses given by hand. */
    lifetime_days: z.int().min(0).max(3650).optional(),
  }),
  response: manualAnswer,
  status: 201,
  refusals: ['buyer_not_found', 'idempotency_conflict'],
})

export const makeHandleWithdraw = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/make_handle_withdraw',
  summary: 'Take bonuses by hand: available ones first, then pending. Needs an Idempotency-Key',
  access: 'owner',
  body: z.strictObject(manualFields),
  response: manualAnswer,
  status: 201,
  refusals: ['buyer_not_found', 'insufficient_bonuses', 'idempotency_conflict'],
})

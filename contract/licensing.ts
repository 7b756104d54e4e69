/**
 * Tariffs and licenses: what lets a point of sale accrue bonuses.
 *
 * A license serves one point of sale. After its end come three days of grace, then thirty days in
 * which bonuses can still be spent, so that buyers are not punished; then nothing.
 * Source: seed §7 "Licenses", "Organizations"; spec/api.md; design/screens.md §5.16.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { trialLengths } from './trial.ts'
import { id, line, moment, money, pageOf, pageQuery, percent, version } from './wire.ts'

/** What a till may do under a license right now; `none` is also a point of sale without one. */
export const licenseState = z.enum(['active', 'grace', 'spend_only', 'none'])
export type LicenseState = z.output<typeof licenseState>

export const licenseStatus = z.enum([
  'trial',
  'created',
  'awaiting_payment',
  'active',
  'past_due',
  'expired',
  'cancelled',
])
export type LicenseStatus = z.output<typeof licenseStatus>

const limit = z.int().min(0).max(1_000_000_000).nullable()
const limitFields = { pos: limit, buyers: limit, messages: limit, bots: limit, cashiers: limit }
/** The most of each there may be; null is no limit. */
export type Limits = z.output<z.ZodObject<typeof limitFields>>

const feature = z.enum([
  'cashback',
  'promotions',
  'segments',
  'mailings',
  'bots',
  'reports',
  'api',
  'support',
])
export type Feature = z.output<typeof feature>
const period = z.enum(['month', 'year'])
const trialDays = z.literal(trialLengths)

const tariff = z.object({
  id,
  name: z.string(),
  period,
  /** Of one point of sale for one period. */
  price: money,
  currency: z.string(),
  /** Null is no limit. */
  limits: z.object(limitFields),
  features: z.array(feature),
  /** Free days it promises a newcomer; the longest of the tariffs on sale is granted. */
  trial_days: trialDays,
})
export type Tariff = z.output<typeof tariff>

/** One license's part of a payment. */
const payment = z.object({
  id,
  /** Of the document. */
  number: z.int(),
  created_at: moment,
  paid_at: moment.nullable(),
  amount: money,
  currency: z.string(),
  provider: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'refunded']),
})

const license = z.object({
  id,
  organization_id: id,
  /** Null for a trial. */
  tariff_id: id.nullable(),
  tariff_name: z.string().nullable(),
  period: period.nullable(),
  pos_id: id.nullable(),
  pos_name: z.string().nullable(),
  status: licenseStatus,
  state: licenseState,
  starts_at: moment,
  expires_at: moment,
  auto_renew: z.boolean(),
  provider: z.string().nullable(),
  /** Of the next period. */
  price: money,
  currency: z.string(),
  /** Left of a dearer tariff; the next payments use it first. */
  credit: money,
  last_payment_at: moment.nullable(),
  next_charge_at: moment.nullable(),
  payments: z.array(payment),
})
export type License = z.output<typeof license>

export const listTariffs = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/tariffs',
  summary: 'What a license costs and includes',
  access: 'anyone',
  query: z.strictObject(pageQuery()),
  response: pageOf(tariff),
})

export const listLicenses = endpoint({
  method: 'GET',
  path: '/api/v1/licenses',
  summary: 'The licenses of an organization, the longest lasting first',
  access: 'owner',
  query: z.strictObject({ organization_id: id, ...pageQuery() }),
  response: pageOf(license),
})

/** Licenses that one call may make. */
export const LICENSES_AT_ONCE_MAX = 50

export const createLicenses = endpoint({
  method: 'POST',
  path: '/api/v1/licenses',
  summary: 'Add licenses of a tariff, to be paid',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  body: z.strictObject({
    tariff_id: id,
    /** The tariff's own, when given. */
    period: period.optional(),
    quantity: z.int().min(1).max(LICENSES_AT_ONCE_MAX).default(1),
  }),
  response: z.object({ items: z.array(license) }),
  status: 201,
})

const licenseParams = z.strictObject({ license_id: id })

export const cancelLicense = endpoint({
  method: 'POST',
  path: '/api/v1/licenses/{license_id}/cancel',
  summary: 'Stop renewing; it works to the end of what is paid',
  access: 'owner',
  params: licenseParams,
  response: license,
})

export const deleteLicense = endpoint({
  method: 'DELETE',
  path: '/api/v1/licenses/{license_id}',
  summary: 'Delete a license that was never paid for',
  access: 'owner',
  params: licenseParams,
  refusals: ['in_use'],
})

// Tariffs and promo codes, by the platform's people.

const tariffWhole = tariff.extend({
  position: z.int(),
  on_sale: z.boolean(),
  version: z.int(),
  licenses_count: z.int(),
})
export type TariffWhole = z.output<typeof tariffWhole>

const tariffFields = {
  name: line(2, 40),
  period,
  price: money,
  limits: z.strictObject(limitFields),
  features: z.array(feature).max(8),
  trial_days: trialDays,
  position: z.int().min(0).max(1000),
  on_sale: z.boolean(),
}

export const listAllTariffs = endpoint({
  method: 'GET',
  path: '/api/v1/admin/tariffs',
  summary: 'All tariffs, also those nobody can buy any more',
  access: 'platform_administrator',
  query: z.strictObject(pageQuery()),
  response: pageOf(tariffWhole),
})

export const createTariff = endpoint({
  method: 'POST',
  path: '/api/v1/admin/tariffs',
  summary: 'Add a tariff',
  access: 'platform_administrator',
  body: z.strictObject(tariffFields),
  response: tariffWhole,
  status: 201,
})

export const updateTariff = endpoint({
  method: 'PATCH',
  path: '/api/v1/admin/tariffs/{tariff_id}',
  summary: 'Change a tariff; licenses that run keep the price they were bought for',
  access: 'platform_administrator',
  params: z.strictObject({ tariff_id: id }),
  body: z.strictObject({
    version,
    name: tariffFields.name.optional(),
    price: money.optional(),
    limits: tariffFields.limits.optional(),
    features: tariffFields.features.optional(),
    trial_days: tariffFields.trial_days.optional(),
    position: tariffFields.position.optional(),
    on_sale: z.boolean().optional(),
  }),
  response: tariffWhole,
  refusals: ['version_conflict'],
})

const promoCode = z.object({
  code: z.string(),
  percent,
  uses_max: z.int().nullable(),
  uses: z.int(),
  ends_at: moment.nullable(),
  enabled: z.boolean(),
})
export type PromoCode = z.output<typeof promoCode>

/** Letters, digits and dashes; case does not matter. */
export const promoCodeText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[\p{L}\d-]{3,30}$/u, 'invalid')

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/api/v1/admin/promo-codes',
  summary: 'Promo codes, the newest first',
  access: 'platform_administrator',
  query: z.strictObject(pageQuery()),
  response: pageOf(promoCode),
})

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/api/v1/admin/promo-codes',
  summary: 'Add a promo code',
  access: 'platform_administrator',
  body: z.strictObject({
    code: promoCodeText,
    percent: percent.refine((value) => value > 0, 'too_small'),
    uses_max: z.int().min(1).max(1_000_000).nullable().default(null),
    ends_at: moment.nullable().default(null),
  }),
  response: promoCode,
  status: 201,
  refusals: ['name_taken'],
})

export const updatePromoCode = endpoint({
  method: 'PATCH',
  path: '/api/v1/admin/promo-codes/{code}',
  summary: 'Switch a promo code on or off',
  access: 'platform_administrator',
  params: z.strictObject({ code: promoCodeText }),
  body: z.strictObject({ enabled: z.boolean() }),
  response: promoCode,
})

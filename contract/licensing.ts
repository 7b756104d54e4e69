/**
 * Tariffs and licenses: what lets a point of sale accrue bonuses.
 *
 * A license serves one point of sale. After its end come three days of grace, then thirty days in
 * which bonuses can still be spent, so that buyers are not punished; then nothing.
 * Source: seed §7 "Licenses", "Organizations"; spec/api.md; design/screens.md §5.16.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, moment, money, pageOf, pageQuery } from './wire.ts'

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

const limit = z.int().nullable()

const tariff = z.object({
  id,
  name: z.string(),
  period: z.enum(['month', 'year']),
  /** Of one point of sale for one period. */
  price: money,
  currency: z.string(),
  /** Null is no limit. */
  limits: z.object({ pos: limit, buyers: limit, messages: limit, bots: limit, cashiers: limit }),
  features: z.array(
    z.enum(['cashback', 'promotions', 'segments', 'mailings', 'bots', 'reports', 'api', 'support']),
  ),
})
export type Tariff = z.output<typeof tariff>

const payment = z.object({
  id,
  paid_at: moment,
  amount: money,
  currency: z.string(),
  provider: z.string(),
  status: z.enum(['paid', 'refunded']),
})

const license = z.object({
  id,
  organization_id: id,
  /** Null for a trial. */
  tariff_id: id.nullable(),
  pos_id: id.nullable(),
  status: licenseStatus,
  state: licenseState,
  starts_at: moment,
  expires_at: moment,
  auto_renew: z.boolean(),
  provider: z.string().nullable(),
  price: money,
  currency: z.string(),
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

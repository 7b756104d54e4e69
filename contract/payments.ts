/**
 * Paying for licenses: what it costs, where to pay, what became of it.
 *
 * A browser's return grants nothing; a provider's callback only makes us ask the provider. Money
 * is what the provider confirms, or an administrator for a bank transfer.
 * Source: seed §7 "Licenses"; spec/api.md "Licenses"; research/domain.md §6.2.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LICENSES_AT_ONCE_MAX, promoCodeText } from './licensing.ts'
import { id, line, moment, money, pageOf, pageQuery } from './wire.ts'

const provider = z.enum(['monobank', 'liqpay', 'wayforpay', 'invoice'])

const status = z.enum(['pending', 'paid', 'failed', 'refunded'])
export type PaymentStatus = z.output<typeof status>

const licenseIds = z.array(id).max(LICENSES_AT_ONCE_MAX)

/** price = discount + left_over + credit + amount. */
const bill = {
  price: money,
  discount: money,
  /** What is left of the tariff that is changed. */
  left_over: money,
  credit: money,
  amount: money,
}

const quoteLine = z.object({
  /** Null: one that is yet to be made. */
  license_id: id.nullable(),
  tariff_name: z.string(),
  ...bill,
  /** A change of tariff, that begins now; else the time is put after what there is. */
  changes: z.boolean(),
  starts_at: moment,
  ends_at: moment,
})

export const quoteLicenses = endpoint({
  method: 'POST',
  path: '/api/v1/licenses/quote',
  summary: 'What a purchase would cost now; changes nothing',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  body: z.strictObject({
    license_ids: licenseIds.default([]),
    /** Licenses to add. */
    quantity: z.int().min(0).max(LICENSES_AT_ONCE_MAX).default(0),
    tariff_id: id.optional(),
    promo_code: promoCodeText.optional(),
  }),
  response: z.object({
    lines: z.array(quoteLine),
    amount: money,
    discount: money,
    currency: z.string(),
  }),
})

const payBody = z.strictObject({
  /** Our own page to come back to. */
  redirect_url: z.string().max(500),
  /** The first of those offered, when not told. */
  provider: provider.optional(),
  /** The license's own, when not told. */
  tariff_id: id.optional(),
  /** More licenses to pay for at once. */
  license_ids: licenseIds.optional(),
  promo_code: promoCodeText.optional(),
})
const payAnswer = z.object({
  /** Of the provider's page, of our invoice, or back when nothing was to pay. */
  redirect_url: z.string(),
  /** Null: a kept card renews, nothing was to pay. */
  payment_id: id.nullable(),
})
const licenseParams = z.strictObject({ license_id: id })
const payRefusals = [
  'email_unconfirmed',
  'provider_not_configured',
  'provider_refused',
  'payment_state',
  'idempotency_conflict',
] as const

export const payLicense = endpoint({
  method: 'POST',
  path: '/api/v1/licenses/{license_id}/pay',
  summary: 'Pay one period of a license, or change its tariff; takes Idempotency-Key',
  access: 'owner',
  params: licenseParams,
  body: payBody,
  response: payAnswer,
  refusals: payRefusals,
})

export const subscribeLicense = endpoint({
  method: 'POST',
  path: '/api/v1/licenses/{license_id}/subscribe',
  summary: 'Pay and renew by the same card; takes Idempotency-Key',
  access: 'owner',
  params: licenseParams,
  body: payBody,
  response: payAnswer,
  refusals: payRefusals,
})

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/v1/payments/providers',
  summary: 'The ways to pay that are set up',
  access: 'owner',
  response: z.object({
    items: z.array(z.object({ provider, subscribes: z.boolean() })),
  }),
})

const party = z.object({
  name: z.string(),
  tax_id: z.string(),
  iban: z.string(),
  bank: z.string(),
})

const paymentParams = z.strictObject({ payment_id: id })

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/v1/payments/{payment_id}',
  summary: 'A payment whole, as its invoice and its act show it',
  access: 'owner',
  params: paymentParams,
  response: z.object({
    id,
    organization_id: id,
    number: z.int(),
    provider: z.string(),
    kind: z.enum(['once', 'subscribe', 'renewal']),
    status,
    amount: money,
    currency: z.string(),
    description: z.string(),
    created_at: moment,
    paid_at: moment.nullable(),
    closed_at: moment.nullable(),
    ends_at: moment,
    lines: z.array(
      z.object({
        license_id: id,
        tariff_name: z.string(),
        period: z.enum(['month', 'year']),
        ...bill,
        /** What it bought; null until it is paid. */
        starts_at: moment.nullable(),
        ends_at: moment.nullable(),
      }),
    ),
    seller: party,
    buyer: z.object({ name: z.string(), tax_id: z.string(), address: z.string() }),
  }),
})

export const paperKinds = ['invoice', 'receipt', 'act'] as const

export const getPaper = endpoint({
  method: 'GET',
  path: '/api/v1/payments/{payment_id}/papers/{kind}',
  summary: 'A paper of a payment as PDF: the invoice, and once it is paid the receipt and the act',
  access: 'owner',
  params: z.strictObject({ payment_id: id, kind: z.enum(paperKinds) }),
  download: true,
  refusals: ['payment_state'],
})

export const paymentState = endpoint({
  method: 'GET',
  path: '/api/v1/payments/{payment_id}/state',
  summary: 'What became of a payment, for the page of return; tells nothing else',
  access: 'anyone',
  params: paymentParams,
  response: z.object({ status, redirect_url: z.string() }),
})

export const paymentCallback = endpoint({
  method: 'POST',
  path: '/api/v1/payments/{provider}/callback',
  summary: 'News of a provider, signed as it signs',
  access: 'anyone',
  params: z.strictObject({ provider: z.enum(['monobank', 'liqpay', 'wayforpay']) }),
  raw: true,
  refusals: ['provider_not_configured', 'not_signed_in', 'busy'],
})

/** Some providers send the browser back by a POST of their own page. */
export const returnFromPayment = endpoint({
  method: 'POST',
  path: '/payments/return/{payment_id}',
  summary: 'Back from a provider: leads on to the page that asks; changes nothing',
  access: 'anyone',
  params: paymentParams,
  raw: true,
})

// By the platform's people.

const paymentRow = z.object({
  id,
  number: z.int(),
  organization_id: id,
  organization_name: z.string(),
  owner_email: z.string(),
  provider: z.string(),
  kind: z.string(),
  status,
  amount: money,
  currency: z.string(),
  description: z.string(),
  failure: z.string().nullable(),
  created_at: moment,
  paid_at: moment.nullable(),
  /** What providers told of it that did not fit. */
  warnings: z.int(),
})
export type PaymentRow = z.output<typeof paymentRow>

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/api/v1/admin/payments',
  summary: 'Payments of all organizations, the newest first',
  access: 'platform_administrator',
  query: z.strictObject({
    status: status.optional(),
    provider: provider.optional(),
    /** A number, a part of an organization's name or of an e-mail. */
    q: line(0, 80).optional(),
    ...pageQuery(),
  }),
  response: pageOf(paymentRow),
})

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/v1/admin/payments/{payment_id}/confirm',
  summary: 'The bank transfer of an invoice has come',
  access: 'platform_administrator',
  params: paymentParams,
  response: paymentRow,
  refusals: ['payment_state'],
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/v1/admin/payments/{payment_id}/refund',
  summary: 'Give the money back and take the time back',
  access: 'platform_administrator',
  params: paymentParams,
  response: paymentRow,
  refusals: ['payment_state', 'provider_refused'],
})

import { hash } from 'node:crypto'
import type { Answer, Ask } from '#contract/endpoint.ts'
import type { payLicense } from '#contract/payments.ts'
import { ownPath } from '#contract/redirect.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { planPurchase } from '#server/features/licensing/plan-purchase.ts'
import { requireOwnLicense } from '#server/features/licensing/require-own-license.ts'
import { resumeRenewal } from '#server/features/licensing/resume-renewal.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { openPayments } from '#server/io/payments/open-payments.ts'
import { Refusal } from '#server/io/refusal.ts'
import { providerOf } from './ask-provider.ts'
import { openPayment } from './open-payment.ts'
import { settlePayment } from './settle-payment.ts'
import * as store from './store.ts'

type PayAsk = Ask<typeof payLicense>
type PayAnswer = Answer<typeof payLicense>

/**
 * Opens a payment for licenses and answers where to pay. Under one Idempotency-Key there is one
 * payment. `subscribe` keeps the card; where one is kept and time is paid ahead, nothing is paid.
 * Refuses: `email_unconfirmed`, `not_found`, `validation_failed`, `provider_not_configured`,
 * `provider_refused`, `payment_state`, `idempotency_conflict`.
 */
export async function payLicenses(
  io: Io,
  owner: Owner,
  call: Call,
  kind: 'once' | 'subscribe',
  { params, body }: PayAsk,
): Promise<PayAnswer> {
  const { id: organization_id } = await requireOwnLicense(io, owner, params.license_id)
  if (!owner.email_confirmed) throw new Refusal('email_unconfirmed')
  const redirect_path = ownRedirect(io, body.redirect_url)
  const once = readOnce(call, { kind, license_id: params.license_id, body })
  const before = once && (await store.findByKey(io.db, organization_id, once.key))
  if (once && before) return repeated(io, before, once.request_hash)

  const provider = chooseProvider(io, body.provider, kind)
  const license_ids = [...new Set([params.license_id, ...(body.license_ids ?? [])])]
  if (kind === 'subscribe' && (await store.findMethod(io.db, organization_id, provider))) {
    const ask = { organization_id, license_ids, tariff_id: body.tariff_id, provider }
    if (await resumeRenewal(io, ask))
      return { redirect_url: paidAt(io, redirect_path), payment_id: null }
  }
  const { tariff_id, promo_code } = body
  const planned = await planPurchase(
    io.db,
    { organization_id, license_ids, tariff_id, promo_code },
    io.clock.now(),
  )
  const lines = planned.map((line) => ({ ...line, license_id: line.license_id ?? '' }))
  try {
    const opening = { organization_id, provider, kind, lines, redirect_path, promo_code, once }
    const payment = await openPayment(io, opening)
    if (payment.status === 'paid') {
      return { redirect_url: paidAt(io, redirect_path), payment_id: payment.id }
    }
    return { redirect_url: await openPage(io, payment), payment_id: payment.id }
  } catch (error) {
    const meanwhile =
      once && store.refusedPayment(error) === 'key'
        ? await store.findByKey(io.db, organization_id, once.key)
        : undefined
    if (once && meanwhile) return repeated(io, meanwhile, once.request_hash)
    throw error
  }
}

/** Asks the acquirer for its page; without one the payment is given up at once. */
async function openPage(io: Io, payment: store.NewPayment): Promise<string> {
  const page = await pageOf(io, payment)
  if (page) {
    await store.updatePayment(io.db, payment, page)
    return page.page_url
  }
  await settlePayment(io, payment.id, { state: 'failed', word: 'no page' })
  throw new Refusal('provider_refused')
}

async function pageOf(io: Io, payment: store.NewPayment) {
  const { PUBLIC_URL } = io.config
  const { organization_id, id } = payment
  if (payment.provider === 'invoice') {
    const path = `/organizations/licenses/${organization_id}/payments/${id}`
    return { page_url: PUBLIC_URL + path, provider_id: null }
  }
  const save_card_for = payment.kind === 'subscribe' ? organization_id : null
  try {
    return await providerOf(io, payment.provider)?.open({ ...orderOf(io, payment), save_card_for })
  } catch (error) {
    io.log.warn({ provider: payment.provider, payment_id: id, err: error }, 'no page to pay at')
    return undefined
  }
}

/** A payment in the words of the acquirers. */
export function orderOf(io: Io, payment: store.NewPayment) {
  const { PUBLIC_URL } = io.config
  const { id, amount, currency, description, created_at, provider } = payment
  return {
    order_id: id,
    ...{ amount, currency, description, created_at },
    return_url: `${PUBLIC_URL}/payments/return/${id}`,
    callback_url: `${PUBLIC_URL}/api/v1/payments/${provider}/callback`,
    save_card_for: null as string | null,
  }
}

function chooseProvider(io: Io, wanted: string | undefined, kind: 'once' | 'subscribe'): string {
  const offered = offeredProviders(io).filter(({ subscribes }) => subscribes || kind === 'once')
  const chosen =
    wanted === undefined ? offered[0] : offered.find(({ provider }) => provider === wanted)
  if (chosen) return chosen.provider
  if (wanted === 'invoice' && kind === 'subscribe') {
    throw new Refusal('validation_failed', {
      fields: [{ path: 'provider', code: 'not_an_option' }],
    })
  }
  throw new Refusal('provider_not_configured')
}

/** The ways to pay that are set up, in the order they are offered. */
export function offeredProviders(io: Io) {
  const cards = (['monobank', 'liqpay', 'wayforpay'] as const)
    .filter((name) => openPayments(io.config)[name] !== undefined)
    .map((provider) => ({ provider, subscribes: true }))
  return io.config.INVOICE_IBAN === undefined
    ? cards
    : [...cards, { provider: 'invoice' as const, subscribes: false }]
}

function ownRedirect(io: Io, redirect_url: string): string {
  const { origin } = new URL(io.config.PUBLIC_URL)
  const path = redirect_url.startsWith(`${origin}/`)
    ? redirect_url.slice(origin.length)
    : redirect_url
  const own = ownPath(path)
  if (own !== undefined) return own
  throw new Refusal('validation_failed', { fields: [{ path: 'redirect_url', code: 'invalid' }] })
}

const paidAt = (io: Io, path: string) => io.config.PUBLIC_URL + withOutcome(path, 'ok')

/** The page to come back to, told how it went; it only chooses words. */
export function withOutcome(path: string, payment: 'ok' | 'fail' | 'pending'): string {
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set('payment', payment)
  return url.pathname + url.search + url.hash
}

type Once = { key: string; request_hash: string }

function readOnce(call: Call, content: unknown): Once | null {
  const key = call.header('idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refusal('validation_failed', {
      fields: [{ path: 'Idempotency-Key', code: 'invalid' }],
    })
  }
  return { key, request_hash: hash('sha256', JSON.stringify(content), 'hex') }
}

function repeated(io: Io, payment: store.StoredPayment, request_hash: string): PayAnswer {
  if (payment.request_hash !== request_hash) throw new Refusal('idempotency_conflict')
  const paid = payment.status === 'paid'
  const url = paid ? paidAt(io, payment.redirect_path) : payment.page_url
  // The first call is still at the acquirer.
  if (url === null) throw new Refusal('busy', { retry_after: 2 })
  return { redirect_url: url, payment_id: payment.id }
}

/** What a purchase would cost, for the page that offers it. */
export async function quote(
  io: Io,
  organization_id: OrganizationId,
  ask: { license_ids: string[]; quantity: number; tariff_id?: string; promo_code?: string },
) {
  const planned = await planPurchase(io.db, { organization_id, ...ask }, io.clock.now())
  const lines = planned.map(({ tariff, starts_at, ends_at, changes_from, ...line }) => ({
    ...line,
    tariff_name: tariff.name,
    changes: changes_from !== null,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  }))
  const sum = (name: 'amount' | 'discount') => lines.reduce((all, line) => all + line[name], 0)
  const currency = planned[0]?.tariff.currency ?? 'UAH'
  return { lines, amount: sum('amount'), discount: sum('discount'), currency }
}

import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import type { News, PaymentProvider, ProviderName } from '#server/io/payments/provider.ts'
import { Refusal } from '#server/io/refusal.ts'
import { askProvider, providerOf } from './ask-provider.ts'
import { verdictOn, type Verdict } from './rules.ts'
import * as store from './store.ts'

/**
 * Hears a provider. The signature is checked over the bytes before anything is read; what does not
 * fit an order of ours is kept aside and believed in nothing; what fits only makes us ask the
 * provider itself. Repetitions are answered alike and change nothing.
 * Refuses: `provider_not_configured`; `not_signed_in` for a wrong signature; `busy` when the
 * provider could not be asked, so that it tells again.
 */
export async function receiveCallback(io: Io, name: ProviderName, call: Call): Promise<object> {
  const provider = providerOf(io, name)
  if (!provider) throw new Refusal('provider_not_configured')
  const news = await readNews(io, name, provider, call)
  const acknowledged = provider.acknowledge(news, io.clock.now())
  const payment = await findOrder(io, name, news)
  const verdict = payment === undefined ? 'unknown_order' : verdictOf(io, payment, news)
  // Told before, and nothing waits for it: while a payment waits, its provider is asked again, for
  // the provider's own answer may have been late.
  const waits = payment?.status === 'pending' || payment?.status === 'failed'
  const heard = await store.hasEvent(io.db, name, news.dedupe_key)
  if (heard && (verdict !== 'fits' || !waits)) return acknowledged
  if (payment === undefined || verdict !== 'fits') {
    io.log.warn({ provider: name, verdict, payment_id: payment?.id }, 'a callback fits no order')
    await note(io, name, news, payment?.id ?? null, verdict)
    return acknowledged
  }
  try {
    await askProvider(io, payment, news.card)
  } catch (error) {
    io.log.warn({ provider: name, payment_id: payment.id, err: error }, 'an acquirer is silent')
    throw new Refusal('busy', { retry_after: 30 })
  }
  await note(io, name, news, payment.id, verdict)
  return acknowledged
}

async function readNews(
  io: Io,
  name: ProviderName,
  provider: PaymentProvider,
  call: Call,
): Promise<News> {
  let news: News | 'forged'
  try {
    news = await provider.readCallback(call.bytes(), (header) => call.header(header))
  } catch (error) {
    // Signed and yet unreadable, or the key could not be fetched: it may come again.
    io.log.warn({ provider: name, err: error }, 'a callback could not be read')
    throw new Refusal('busy', { retry_after: 30 })
  }
  if (news !== 'forged') return news
  io.log.warn({ provider: name, ip: call.ip }, 'a callback with a wrong signature')
  throw new Refusal('not_signed_in')
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** The order it names, if it is this provider's and goes by the same name there. */
async function findOrder(
  io: Io,
  name: ProviderName,
  news: News,
): Promise<store.StoredPayment | undefined> {
  if (!uuid.test(news.order_id)) return undefined
  const payment = await store.findPayment(io.db, news.order_id)
  if (payment?.provider !== name) return undefined
  const other = payment.provider_id !== null && news.provider_id !== payment.provider_id
  return news.provider_id !== null && other ? undefined : payment
}

const verdictOf = (io: Io, payment: store.StoredPayment, news: News): Verdict =>
  verdictOn(payment, { ...news, sandbox: news.word === 'sandbox' }, io.config.production)

async function note(
  io: Io,
  provider: string,
  news: News,
  payment_id: string | null,
  verdict: string,
): Promise<void> {
  await store.insertEvent(io.db, {
    provider,
    dedupe_key: news.dedupe_key.slice(0, 300),
    payment_id,
    verdict,
    status: news.word.slice(0, 50),
    amount: news.amount ?? null,
    currency: news.currency.slice(0, 10),
    received_at: io.clock.now(),
  })
}

/**
 * Runs a sale: keeps its state, calculates after a short pause, makes the receipt, and finds out
 * what became of it when no answer came. Knows no React and no storage; both are told of changes.
 */
import type { AnswerOf } from '../../api/call.ts'
import { soldBody, askedSpend, type Body } from './ask.ts'
import type { Ask } from './codes.ts'
import type { SaleEvent } from './events.ts'
import { reduce, sureAsk } from './reduce.ts'
import { type Attempt, type Figures, type MadeReceipt, newSale, type Till } from './state.ts'

/** The world of a sale: the POS API, time, keys, and who is told of what. */
export type SaleWorld = {
  calculate(ask: Ask, spend: number, body: Body, signal: AbortSignal): Promise<Figures>
  create(attempt: Attempt): Promise<MadeReceipt>
  find(receipt_id: string): Promise<AnswerOf<'GET /pos-api/v1/receipts/{id}'>>
  newKey(): string
  now(): number
  may_spend(): boolean
  /** 401: the PIN screen opens; the draft stays. */
  onSignedOut(): void
  onResult(tone: 'ok' | 'error', what: 'found' | 'made' | 'refused'): void
  onChange(till: Till): void
}

export type SaleMachine = ReturnType<typeof openSale>

const PAUSE_MS = 250
const SLOW_MS = 3000
const AGAIN_MS = 3000
const SCANNER_MS = 90

type Trouble = { code?: string; status?: number; data?: unknown; retry_after?: number }
/** No answer, or a failure of the server: nobody knows yet whether the receipt was made. */
const isLost = (trouble: Trouble) => trouble.status === undefined || trouble.status === 0 || trouble.status >= 500

export function openSale(world: SaleWorld, kept?: Till) {
  let till: Till = kept ?? { sale: newSale(world.newKey()), last: undefined, cleared: undefined }
  const listeners = new Set<() => void>()
  let calculated_revision = -1
  let checking = false
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let slow: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let typed: ReturnType<typeof setTimeout> | undefined

  function dispatch(event: SaleEvent) {
    const before = till
    till = reduce(till, event)
    if (till === before) return
    world.onChange(till)
    for (const listener of listeners) listener()
    if (till.sale.revision !== before.sale.revision) plan(event)
    else if (till.sale.advance && !before.sale.advance) plan(event, 0)
    follow(before)
    if (event.type === 'buyer_typed') lookUpSoon(event.text)
  }

  /** A whole phone or code is looked up without Enter, unless a scanner is still typing. */
  function lookUpSoon(text: string) {
    clearTimeout(typed)
    const ask = sureAsk(text)
    if (!ask) return
    typed = setTimeout(() => {
      if (till.sale.buyer_text === text && !till.sale.ask) dispatch({ type: 'buyer_asked', ask })
    }, SCANNER_MS)
  }

  /** Plans the next calculation: typing is waited for, a look-up or Enter is not. */
  function plan(event: SaleEvent, pause = /typed|line_changed/.test(event.type) ? PAUSE_MS : 0) {
    clearTimeout(timer)
    if (calculated_revision === till.sale.revision) return
    if (running) running.abort()
    if (till.sale.ask) timer = setTimeout(() => void calculate(), pause)
  }

  async function calculate() {
    const { sale } = till
    if (!sale.ask || sale.sending.kind !== 'no') return
    const { revision } = sale
    calculated_revision = revision
    const aborter = new AbortController()
    running = aborter
    clearTimeout(slow)
    dispatch({ type: 'calculation_began' })
    slow = setTimeout(() => dispatch({ type: 'calculation_slow', revision }), SLOW_MS)
    try {
      const body = soldBody(sale)
      const spend = 'total' in body || 'products' in body ? askedSpend(sale) / 100 : 0
      const figures = await world.calculate(sale.ask, spend, body, aborter.signal)
      const fresh = till.sale.revision === revision
      const known = till.sale.buyer?.id
      dispatch({ type: 'calculated', revision, figures, may_spend: world.may_spend() })
      if (fresh && figures.buyer && figures.buyer.id !== known) world.onResult('ok', 'found')
      if (fresh && !till.sale.ask) world.onResult('error', 'refused')
    } catch (error) {
      if (!aborter.signal.aborted) calculationFailed(error as Trouble, revision)
    } finally {
      if (running === aborter) clearTimeout(slow)
    }
  }

  function calculationFailed(trouble: Trouble, revision: number) {
    calculated_revision = -1
    if (trouble.code === 'not_signed_in') return world.onSignedOut()
    if (isLost(trouble)) {
      dispatch({ type: 'calculation_failed', revision })
      clearTimeout(timer)
      timer = setTimeout(() => void calculate(), AGAIN_MS)
      return
    }
    const code = trouble.code ?? 'internal'
    const params = paramsOf(trouble)
    dispatch({ type: 'calculation_refused', revision, code, ...(params && { params }) })
    world.onResult('error', 'refused')
  }

  /** Starts what the new state of the attempt calls for. */
  function follow(before: Till) {
    const now = till.sale.sending
    const then = before.sale.sending
    if (now === then || now.kind === 'no' || now.kind === then.kind) return
    clearTimeout(again)
    if (now.kind === 'sending') void create(now.attempt)
    else if (now.kind === 'checking') void check(now.attempt)
    else if (now.kind === 'unknown') again = setTimeout(() => dispatch({ type: 'retried' }), AGAIN_MS)
    else if (now.kind === 'awaiting') again = setTimeout(() => void watch(now.attempt), 2000)
  }

  async function create(attempt: Attempt) {
    try {
      made(await world.create(attempt))
    } catch (error) {
      const trouble = error as Trouble
      const key = world.newKey()
      if (trouble.code === 'not_signed_in') {
        // It was surely not made; the same Enter is pressed again after the PIN.
        dispatch({ type: 'not_made' })
        return world.onSignedOut()
      }
      // These two say that something was made under this key or id: look, never guess.
      const exists = trouble.code === 'idempotency_conflict' || trouble.code === 'receipt_already_completed'
      if (isLost(trouble) || exists) return dispatch({ type: 'answer_lost' })
      const params = paramsOf(trouble)
      dispatch({ type: 'create_refused', code: trouble.code ?? 'internal', key, ...(params && { params }) })
      world.onResult('error', 'refused')
    }
  }

  function made(receipt: MadeReceipt) {
    if (receipt.status === 'awaiting_confirmation') {
      return dispatch({ type: 'awaiting', at: world.now() })
    }
    if (receipt.status === 'declined' || receipt.status === 'expired') {
      const code = receipt.status === 'declined' ? 'confirmation_declined' : 'confirmation_expired'
      dispatch({ type: 'declined', code, key: world.newKey() })
      return world.onResult('error', 'refused')
    }
    dispatch({ type: 'made', receipt, key: world.newKey(), at: world.now() })
    calculated_revision = -1
    world.onResult('ok', 'made')
  }

  async function check(attempt: Attempt) {
    if (checking) return
    checking = true
    try {
      for (const id of [attempt.receipt_id, ...till.sale.unsettled]) {
        const receipt = await findOrNot(id)
        if (receipt) return made(receipt)
      }
      dispatch({ type: 'not_made' })
    } catch (error) {
      dispatch({ type: 'check_failed' })
      if ((error as Trouble).code === 'not_signed_in') world.onSignedOut()
    } finally {
      checking = false
    }
  }

  async function findOrNot(receipt_id: string) {
    try {
      return await world.find(receipt_id)
    } catch (error) {
      if ((error as Trouble).status === 404) return undefined
      throw error
    }
  }

  /** Until the buyer has answered in the messenger, or the time is over. */
  async function watch(attempt: Attempt) {
    try {
      made(await world.find(attempt.receipt_id))
    } catch {
      // The next look will tell.
    }
    const now = till.sale.sending
    if (now.kind === 'awaiting') again = setTimeout(() => void watch(now.attempt), 2000)
  }

  return {
    dispatch,
    get: () => till,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** After a start, a PIN or the return of the line: go on where it stopped. */
    resume() {
      const { sending } = till.sale
      if (sending.kind === 'unknown') return dispatch({ type: 'retried' })
      if (sending.kind === 'checking') return void check(sending.attempt)
      if (sending.kind === 'awaiting') return void watch(sending.attempt)
      if (sending.kind === 'no' && calculated_revision !== till.sale.revision) void calculate()
    },
    close() {
      for (const each of [timer, slow, again, typed]) clearTimeout(each)
      running?.abort()
    },
  }
}

/** What a sentence about the refusal can name. */
function paramsOf(trouble: Trouble): Record<string, string | number> | undefined {
  const data = trouble.data as Record<string, unknown> | undefined
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(data ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') params[name] = value
  }
  const limits = data?.limits as { text?: unknown }[] | undefined
  if (typeof limits?.[0]?.text === 'string') params.detail = limits[0].text
  if (trouble.retry_after !== undefined) params.retry_after = trouble.retry_after
  return Object.keys(params).length > 0 ? params : undefined
}

/** A sale kept over a reload: what was on its way has to be looked for first. */
export function wake(till: Till): Till {
  const { sending } = till.sale
  if (sending.kind === 'no') return { ...till, sale: { ...till.sale, calculation: 'idle', advance: false } }
  if (sending.kind === 'unmade' || sending.kind === 'awaiting') return till
  return { ...till, sale: { ...till.sale, sending: { kind: 'checking', attempt: sending.attempt } } }
}

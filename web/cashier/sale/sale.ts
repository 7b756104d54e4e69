/**
 * Runs a sale: keeps its state, calculates after a short pause, makes the receipt, and finds out
 * what became of it when no answer came. Knows no React and no storage; both are told of changes.
 */
import type { AnswerOf } from '../../api/call.ts'
import { askOf, soldBody, askedSpend, type Body } from './ask.ts'
import type { Ask } from './codes.ts'
import type { SaleEvent } from './events.ts'
import { scannedLine } from './scanned-line.ts'
import { reduce, sureAsk } from './reduce.ts'
import {
  type Attempt,
  type AwaitingReceipt,
  type Figures,
  type MadeReceipt,
  newSale,
  type Sending,
  type Till,
  type WaitingState,
} from './state.ts'
import type { Kept } from '../queue/parcel.ts'
import { inviterTrouble, isLost, paramsOf, productOf, type Trouble } from './trouble.ts'

/** The world of a sale: the POS API, time, keys, and who is told of what. */
export type SaleWorld = {
  calculate(ask: Ask, spend: number, body: Body, signal: AbortSignal): Promise<Figures>
  create(attempt: Attempt, code?: string): Promise<MadeReceipt | AwaitingReceipt>
  /** Tells each state of a waiting until it is settled; ends when the line does. */
  watch(receipt_id: string, on: (state: WaitingState) => void, signal: AbortSignal): Promise<void>
  withdraw(receipt_id: string): Promise<WaitingState>
  find(receipt_id: string): Promise<AnswerOf<'GET /pos-api/v1/receipts/{id}'>>
  /** Writes a sale down on this device; true of it when it is on the disk. */
  keep(kept: Kept): Promise<'kept' | 'full'>
  newKey(): string
  now(): number
  may_spend(): boolean
  /** 401: the PIN screen opens; the draft stays. */
  onSignedOut(): void
  onResult(tone: 'ok' | 'error', what: 'found' | 'made' | 'kept' | 'refused'): void
  onChange(till: Till): void
}

const PAUSE_MS = 250
const SLOW_MS = 3000
const AGAIN_MS = 3000
const SCANNER_MS = 90
const CODE_DIGITS = 4
const WATCH_MS = 1000

type Timer = ReturnType<typeof setTimeout>

/** `with_lines`: the shop sells by lines of goods only. */
export const openSale = (world: SaleWorld, kept?: Till, with_lines = false) =>
  new SaleMachine(world, kept ?? emptyTill(world.newKey(), with_lines))

const emptyTill = (key: string, with_lines: boolean): Till => ({
  sale: newSale(key, with_lines),
  last: undefined,
  cleared: undefined,
})

export class SaleMachine {
  readonly #world: SaleWorld
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<'calculate' | 'slow' | 'again' | 'look_up', Timer>()
  #till: Till
  #calculated_revision = -1
  #running: AbortController | undefined
  #is_checking = false
  #watching: AbortController | undefined

  constructor(world: SaleWorld, till: Till) {
    this.#world = world
    this.#till = till
  }

  readonly get = (): Till => this.#till

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly dispatch = (event: SaleEvent): void => {
    const before = this.#till
    this.#till = reduce(before, event)
    const now = this.#till
    if (now === before) return
    this.#world.onChange(now)
    for (const listener of this.#listeners) listener()
    if (now.sale.revision !== before.sale.revision) this.#plan(event)
    else if (now.sale.advance && !before.sale.advance) this.#plan(event, 0)
    this.#follow(before.sale.sending)
    if (event.type === 'buyer_typed') this.#lookUpSoon(event.text)
  }

  /** After a start, a PIN or the return of the line: go on where it stopped. */
  resume(): void {
    const { sending, revision } = this.#till.sale
    if (sending.kind === 'unknown') this.dispatch({ type: 'retried' })
    else if (sending.kind === 'checking') void this.#check(sending.attempt)
    else if (sending.kind === 'awaiting') void this.#watch(sending.attempt)
    else if (sending.kind === 'keeping') void this.#keep(sending.kept, sending)
    else if (sending.kind === 'no' && this.#calculated_revision !== revision) void this.#calculate()
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#running?.abort()
    this.#watching?.abort()
  }

  #later(name: 'calculate' | 'slow' | 'again' | 'look_up', ms: number, act: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(act, ms))
  }

  /** A whole phone or code is looked up without Enter, unless a scanner is still typing. */
  #lookUpSoon(text: string): void {
    clearTimeout(this.#timers.get('look_up'))
    const ask = sureAsk(text)
    if (!ask) return
    this.#later('look_up', SCANNER_MS, () => {
      const { sale } = this.#till
      if (sale.buyer_text === text && !sale.ask) this.dispatch({ type: 'buyer_asked', ask })
    })
  }

  /** Plans the next calculation: typing is waited for, a look-up or Enter is not. */
  #plan(event: SaleEvent, pause = /typed|line_changed/.test(event.type) ? PAUSE_MS : 0): void {
    clearTimeout(this.#timers.get('calculate'))
    const { sale } = this.#till
    if (this.#calculated_revision === sale.revision) return
    this.#running?.abort()
    if (sale.ask) this.#later('calculate', pause, () => void this.#calculate())
  }

  async #calculate(): Promise<void> {
    const { sale } = this.#till
    const ask = askOf(sale)
    if (!ask || sale.sending.kind !== 'no') return
    const { revision } = sale
    this.#calculated_revision = revision
    const aborter = new AbortController()
    this.#running = aborter
    this.dispatch({ type: 'calculation_began' })
    this.#later('slow', SLOW_MS, () => this.dispatch({ type: 'calculation_slow', revision }))
    try {
      const body = soldBody(sale)
      const is_sold = body.total !== undefined || body.products !== undefined
      const spend = is_sold ? askedSpend(sale) / 100 : 0
      this.#calculated(revision, await this.#world.calculate(ask, spend, body, aborter.signal))
    } catch (error) {
      if (!aborter.signal.aborted) this.#notCalculated(error as Trouble, revision)
    } finally {
      if (this.#running === aborter) clearTimeout(this.#timers.get('slow'))
    }
  }

  #calculated(revision: number, figures: Figures): void {
    const { sale } = this.#till
    const known = sale.buyer?.id
    this.dispatch({ type: 'calculated', revision, figures, may_spend: this.#world.may_spend() })
    if (sale.revision !== revision) return
    if (figures.buyer && figures.buyer.id !== known) this.#world.onResult('ok', 'found')
    if (!this.#till.sale.ask && this.#till.sale.notice) this.#world.onResult('error', 'refused')
  }

  #notCalculated(trouble: Trouble, revision: number): void {
    this.#calculated_revision = -1
    if (trouble.code === 'not_signed_in') return this.#world.onSignedOut()
    if (isLost(trouble)) {
      this.dispatch({ type: 'calculation_failed', revision })
      return this.#later('calculate', AGAIN_MS, () => void this.#calculate())
    }
    const code = trouble.code ?? 'internal'
    const product = productOf(trouble)
    if (product) {
      // The code that looked like a buyer's is one the shop prints on its own goods.
      this.dispatch({ type: 'line_scanned', line: scannedLine(this.#world.newKey(), product) })
      return this.#world.onResult('ok', 'found')
    }
    this.dispatch({ type: 'calculation_refused', revision, code, params: paramsOf(trouble) })
    this.#world.onResult('error', 'refused')
  }

  /** Starts what the new state of the attempt calls for. */
  #follow(before: Sending): void {
    const now = this.#till.sale.sending
    if (now.kind === 'no' || now.kind === before.kind) return
    clearTimeout(this.#timers.get('again'))
    if (now.kind === 'sending') void this.#create(now.attempt)
    else if (now.kind === 'checking') void this.#check(now.attempt)
    else if (now.kind === 'unknown') {
      this.#later('again', AGAIN_MS, () => this.dispatch({ type: 'retried' }))
    } else if (now.kind === 'awaiting') void this.#watch(now.attempt)
    else if (now.kind === 'keeping') void this.#keep(now.kept, before)
  }

  async #keep(kept: Kept, before: Sending): Promise<void> {
    this.#running?.abort()
    let code = 'queue_full'
    try {
      if ((await this.#world.keep(kept)) === 'kept') {
        this.#calculated_revision = -1
        this.dispatch({ type: 'sale_kept', key: this.#world.newKey() })
        return this.#world.onResult('ok', 'kept')
      }
    } catch {
      code = 'queue_failed'
    }
    this.dispatch({ type: 'not_kept', code, before })
    this.#world.onResult('error', 'refused')
  }

  async #create(attempt: Attempt, code?: string): Promise<void> {
    try {
      const receipt = await this.#world.create(attempt, code)
      if ('waiting' in receipt) this.#awaited(receipt.waiting)
      else this.#made(receipt)
    } catch (error) {
      if (code === undefined || !this.#wrongCode(error as Trouble)) this.#notMade(error as Trouble)
    }
  }

  /** The digits that the buyer read out, once all are typed. */
  typeCode(text: string): void {
    this.dispatch({ type: 'code_typed', text })
    const { sending } = this.#till.sale
    if (sending.kind === 'awaiting' && text.length === CODE_DIGITS) {
      void this.#create(sending.attempt, text)
    }
  }

  /** The cashier waits no more; the buyer may have been faster. */
  async withdraw(): Promise<void> {
    const { sending } = this.#till.sale
    if (sending.kind !== 'awaiting') return
    try {
      this.#awaited(await this.#world.withdraw(sending.attempt.receipt_id))
    } catch (error) {
      // The watching goes on and will tell.
      if ((error as Trouble).code === 'not_signed_in') this.#world.onSignedOut()
    }
  }

  #wrongCode(trouble: Trouble): boolean {
    const waits = this.#till.sale.sending.kind === 'awaiting'
    // No answer to a typed code says nothing; the watching tells what became of it.
    if (!waits || isLost(trouble)) return true
    if (trouble.code !== 'validation_failed' && trouble.code !== 'locked') return false
    const { tries_left = 0 } = (trouble.data ?? {}) as { tries_left?: number }
    this.dispatch({ type: 'code_wrong', tries_left })
    this.#world.onResult('error', 'refused')
    return true
  }

  /** A waiting as the server tells it: going on, made, or over. */
  #awaited({ status, reason, seconds_left, tries_left }: WaitingState): void {
    const { sending } = this.#till.sale
    if (!('attempt' in sending)) return
    if (status === 'awaiting_confirmation') {
      const ends_at = this.#world.now() + seconds_left * 1000
      return this.dispatch({ type: 'awaiting', ends_at, tries_left })
    }
    this.#watching?.abort()
    // It is made: the same create again answers the receipt.
    if (status === 'completed') return void this.#create(sending.attempt)
    const key = this.#world.newKey()
    if (status === 'declined' && reason === 'version_conflict') {
      this.dispatch({ type: 'create_refused', code: 'version_conflict', key })
    } else {
      const declined = reason === 'cashier' ? 'confirmation_withdrawn' : 'confirmation_declined'
      const code = status === 'expired' ? 'confirmation_expired' : declined
      this.dispatch({ type: 'declined', code, key })
    }
    this.#world.onResult('error', 'refused')
  }

  #notMade(trouble: Trouble): void {
    const code = inviterTrouble(trouble) ?? trouble.code ?? 'internal'
    if (code === 'not_signed_in') {
      // It was surely not made; the same Enter is pressed again after the PIN.
      this.dispatch({ type: 'not_made' })
      return this.#world.onSignedOut()
    }
    // These two say that something was made under this key or id: look, never guess.
    const exists = code === 'idempotency_conflict' || code === 'receipt_already_completed'
    if (isLost(trouble) || exists) return this.dispatch({ type: 'answer_lost' })
    const key = this.#world.newKey()
    this.dispatch({ type: 'create_refused', code, key, params: paramsOf(trouble) })
    this.#world.onResult('error', 'refused')
  }

  #made(receipt: MadeReceipt): void {
    const key = this.#world.newKey()
    const at = this.#world.now()
    this.#calculated_revision = -1
    this.dispatch({ type: 'made', receipt, key, at })
    this.#world.onResult('ok', 'made')
  }

  async #check(attempt: Attempt): Promise<void> {
    if (this.#is_checking) return
    this.#is_checking = true
    try {
      const receipt = await this.#findAny([attempt.receipt_id, ...this.#till.sale.unsettled])
      this.#is_checking = false
      if (receipt) this.#made(receipt)
      else this.dispatch({ type: 'not_made' })
    } catch (error) {
      this.#is_checking = false
      this.dispatch({ type: 'check_failed' })
      if ((error as Trouble).code === 'not_signed_in') this.#world.onSignedOut()
    }
  }

  /** The first of these receipts that exists; undefined when the server knows none of them. */
  async #findAny(ids: readonly string[]): Promise<MadeReceipt | undefined> {
    for (const id of ids) {
      try {
        return await this.#world.find(id)
      } catch (error) {
        if ((error as Trouble).status !== 404) throw error
      }
    }
    return undefined
  }

  /** Until the buyer has answered in the messenger, or the time is over. */
  async #watch(attempt: Attempt): Promise<void> {
    this.#watching?.abort()
    const aborter = new AbortController()
    this.#watching = aborter
    const tell = (state: WaitingState) => {
      if (!aborter.signal.aborted) this.#awaited(state)
    }
    try {
      await this.#world.watch(attempt.receipt_id, tell, aborter.signal)
    } catch (error) {
      // The next look will tell.
      if ((error as Trouble).code === 'not_signed_in') return this.#world.onSignedOut()
    }
    const now = this.#till.sale.sending
    if (aborter.signal.aborted || now.kind !== 'awaiting') return
    this.#later('again', WATCH_MS, () => void this.#watch(now.attempt))
  }
}

/**
 * One shop in which histories are played one after another: each call is made over HTTP routes on
 * a real database, told to the reference model, and every answer is compared.
 */
import { expect } from 'vitest'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { accountOf, type AccountRow } from '#server/features/ledger/read-account.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import { startExpiry } from '#server/features/program/start-expiry.ts'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import { openBuyer } from './buyers.ts'
import type { Answer } from './identity.ts'
import type { TestIo } from './open-test-io.ts'
import { calculate, cancel, create, estimate, idOf, newKey, newPhone } from './receipts.ts'
import { endOfDay, endOfMonth, floorOf, sum } from './reference-arithmetic.ts'
import { ReferenceModel, type ModelPart } from './reference-model.ts'
import { openShop, type Shop, type Till } from './shop.ts'
import {
  bodyOf,
  bonusesOf,
  modelSaleOf,
  type Settings,
  type Step,
  type TrialSale,
} from './trial-histories.ts'

type Sold = {
  id: string
  sale: TrialSale
  /** How it was made, to make it again. */
  again: () => Promise<Answer>
  twisted: () => Promise<Answer>
  answer: Answer
}
type Anonymous = { id: string; total: number; returned: number }

/** True: done. False: refused, as the model says too. */
type Outcome = boolean

/** More than anybody has: calculate lowers it to the limit. */
const EVERYTHING = 100_000_000

const minor = (amount: number) => Math.round(amount * 100)

export class Lane {
  readonly zone: string
  private readonly t: TestIo
  private readonly shop: Shop
  private readonly till: Till
  private model = new ReferenceModel(defaultProgram())
  private numbers: number[] = []
  private sold: Sold[] = []
  private nobodys: Anonymous[] = []
  private phone = ''
  buyer_id = ''

  constructor(t: TestIo, shop: Shop, till: Till, zone: string) {
    this.t = t
    this.shop = shop
    this.till = till
    this.zone = zone
  }

  static async open(t: TestIo, zone: string): Promise<Lane> {
    const shop = await openShop(t, {
      program: {
        general: {
          receipts_per_day_max: 0,
          receipt_amount_max: 0,
          spend_confirmation: 'none',
          compensation_max: 1000,
          compensation_day_max: 1_000_000,
        },
      },
    })
    const url = `/api/v1/organizations/${shop.organization_id}`
    const { data } = await shop.owner.inject('GET', url)
    const { status } = await shop.owner.inject('PATCH', url, {
      version: data.version,
      timezone: zone,
    })
    if (status !== 200) throw new Error(`the zone ${zone} was not taken`)
    return new Lane(t, shop, await shop.addTill({ role: 'senior' }), zone)
  }

  private now(): number {
    return this.t.clock.now().getTime()
  }

  /** A new buyer under a new program. */
  async begin(settings: Settings): Promise<void> {
    this.phone = newPhone()
    const { buyer_id } = await openBuyer(this.t, this.shop, { phone: this.phone })
    this.buyer_id = buyer_id
    this.sold = []
    this.nobodys = []
    this.numbers = []
    this.model = new ReferenceModel(await this.set(settings))
  }

  play(step: Step): Promise<Outcome | null> {
    switch (step.does) {
      case 'buys':
        return this.buy(step)
      case 'sells to nobody':
        return this.sellToNobody(step.total)
      case 'repeats':
        return this.repeat(step.which, step.twisted)
      case 'cancels':
        return this.cancel(step)
      case 'cancels nobody’s':
        return this.cancelNobodys(step.which, step.part)
      case 'is given':
        return this.give(step.amount, step.again)
      case 'loses':
        return this.take(step.part)
      case 'is compensated':
        return this.compensate(step.amount)
      case 'changes settings':
        return this.change(step.program, step.keep_levels)
    }
  }

  /** The stored account as it will count from now on: what is due is as good as gone. */
  compare(row: AccountRow): void {
    const now = this.now()
    this.model.tick(now)
    expect(settled(accountOf(row), now)).toEqual(stateOf(this.model, now))
  }

  private async buy(step: Extract<Step, { does: 'buys' }>): Promise<Outcome> {
    const { model, till } = this
    const now = this.now()
    const body = bodyOf(step.sale)
    const buyer = { phone: this.phone }
    const named = step.by === 'code' ? { promocode: await this.code() } : buyer
    const wished = step.spend === 'max' ? EVERYTHING : step.spend
    const shown = await must(200, calculate(till, { buyer: named, body, spend: wished / 100 }))
    const { totals } = shown.data
    const [max, spent] = [minor(totals.bonuses_max), minor(totals.bonuses_spent)]
    const asked = step.spend === 'max' ? max : step.spend
    if (step.greedy) await this.tryTooMuch(body, max + model.program.spend_step)
    const ask = { buyer: named, spend: spent / 100 }
    const id: string = step.by === 'draft' ? shown.data.receipt_id : idOf(this.t.clock.now())
    const more = step.by === 'draft' ? {} : { receipt: body }
    const again = () => create(till, id, { ...ask, ...more })
    const answer = await must(201, again())
    const expected = model.receipt(modelSaleOf(step.sale), asked, now)
    compareReceipt(answer, model, expected, now)
    const twisted = () => create(till, id, { ...ask, receipt: { total: 1.23 } })
    this.sold.push({ id, sale: step.sale, again, twisted, answer })
    return true
  }

  /** More than may be spent is refused and changes nothing. */
  private async tryTooMuch(body: object, spend: number): Promise<void> {
    const id = idOf(this.t.clock.now())
    const ask = { buyer: { phone: this.phone }, spend: spend / 100, receipt: body }
    const { status, body: problem } = await create(this.till, id, ask)
    const codes = ['insufficient_bonuses', 'spend_limit_exceeded', 'min_price_violated']
    expect([status, codes.includes(problem.code)], problem.code).toEqual([422, true])
  }

  private async code(): Promise<string> {
    const { organization_id } = this.shop
    const ask = { organization_id, buyer_id: this.buyer_id, ttl_seconds: 120 }
    return (await issueCode(this.t.io, ask)).code
  }

  private async sellToNobody(total: number): Promise<Outcome> {
    const id = idOf(this.t.clock.now())
    const { data } = await must(201, create(this.till, id, { receipt: { total: total / 100 } }))
    expect([minor(data.totals.to_pay), data.totals.accrual, data.buyer]).toEqual([total, 0, null])
    this.nobodys.push({ id, total, returned: 0 })
    return true
  }

  private async repeat(which: number, twisted: boolean): Promise<Outcome | null> {
    const sold = this.sold[which % Math.max(1, this.sold.length)]
    if (!sold) return null
    if (twisted) {
      const { body } = await must(409, sold.twisted())
      expect(body.code).toBe('idempotency_conflict')
      return false
    }
    const repeated = await must(201, sold.again())
    expect(repeated.headers['idempotency-replayed']).toBe('true')
    expect(withoutStatus(repeated)).toEqual(withoutStatus(sold.answer))
    return true
  }

  private async cancel(step: Extract<Step, { does: 'cancels' }>): Promise<Outcome | null> {
    const index = step.which % Math.max(1, this.sold.length)
    const sold = this.sold[index]
    const part = sold && partOf(step, sold.sale, this.model.receipts[index]?.lines[0]?.whole ?? 0)
    if (!sold || !part) return null
    const call = this.canceller(step.through, sold.id, wirePart(part))
    const shown = await call('estimate')
    const { version } = shown.data ?? {}
    const key = newKey()
    const done = await call('cancel', { version }, key)
    const expected = this.model.cancel(index, part, this.now())
    if (expected === false) {
      expect([shown.status, done.status]).toEqual([done.status, shown.status])
      expect(['already_cancelled', 'validation_failed']).toContain(done.body.code)
      return false
    }
    expect([shown.status, done.status], JSON.stringify(done.body)).toEqual([200, 200])
    compareCancel(done, expected, this.model, this.now())
    expect(figuresOf(shown)).toEqual(figuresOf(done))
    if (step.again) {
      const repeated = await call('cancel', { version }, key)
      expect([repeated.status, repeated.body]).toEqual([200, done.body])
    }
    return true
  }

  private canceller(through: 'till' | 'owner', id: string, part: object) {
    const { owner, organization_id } = this.shop
    return (what: 'estimate' | 'cancel', more: object = {}, key?: string): Promise<Answer> => {
      const body = { ...part, ...more }
      if (through === 'till') {
        return what === 'estimate'
          ? estimate(this.till, id, body)
          : cancel(this.till, id, body, key)
      }
      const path = `/api/v1/receipts/${id}/cancel${what === 'estimate' ? '/estimate' : ''}`
      const headers = key === undefined ? undefined : { 'idempotency-key': key }
      return owner.inject('POST', `${path}?organization_id=${organization_id}`, body, headers)
    }
  }

  private async cancelNobodys(which: number, part: number | null): Promise<Outcome | null> {
    const sold = this.nobodys[which % Math.max(1, this.nobodys.length)]
    if (!sold) return null
    const left = sold.total - sold.returned
    const amount = part === null ? left : Math.max(1, floorOf(sold.total, part, 1000))
    const { status, data, body } = await cancel(
      this.till,
      sold.id,
      part === null ? {} : { amount: amount / 100 },
    )
    if (left === 0 || amount > left) {
      expect([409, 422], JSON.stringify(body)).toContain(status)
      return false
    }
    expect(status, JSON.stringify(body)).toBe(200)
    expect([minor(data.refund_money), data.bonuses_return]).toEqual([amount, 0])
    sold.returned += amount
    return true
  }

  private async give(amount: number, again: boolean): Promise<Outcome> {
    const key = newKey()
    const { status, body } = await this.byHand('accrual', amount, key)
    expect([status, JSON.stringify(body)]).toEqual([201, expect.any(String)])
    this.model.grant(amount, this.now())
    if (again) {
      const repeated = await this.byHand('accrual', amount, key)
      expect([repeated.status, repeated.body]).toEqual([201, body])
    }
    return true
  }

  private async take(part: number): Promise<Outcome> {
    this.model.tick(this.now())
    const amount = Math.max(1, floorOf(this.model.balance(), part, 1000))
    const { status, body } = await this.byHand('withdraw', amount, newKey())
    const done = this.model.withdraw(amount, this.now())
    expect([status, body.code]).toEqual(done ? [201, undefined] : [422, 'insufficient_bonuses'])
    return done
  }

  private byHand(what: 'accrual' | 'withdraw', amount: number, key: string): Promise<Answer> {
    const { owner, organization_id } = this.shop
    const body = { organization_id, buyer_id: this.buyer_id, amount: amount / 100, reason: 'gift' }
    const headers = { 'idempotency-key': key }
    return owner.inject('POST', `/api/v1/buyers/make_handle_${what}`, body, headers)
  }

  private async compensate(amount: number): Promise<Outcome> {
    const query = new URLSearchParams({
      phone: this.phone,
      amount: String(amount / 100),
      reason: 'Зіпсований товар',
    })
    const url = `/pos-api/v1/bonuses/add-bonuses-for-cancel?${query.toString()}`
    const { data } = await must(201, this.till.inject('POST', url))
    this.model.grant(amount, this.now())
    expect(minor(data.debt_after)).toBe(this.model.debt)
    return true
  }

  private async change(settings: Settings, keep_levels: boolean): Promise<Outcome> {
    const before = { ...this.model.program }
    if (!keep_levels) this.numbers = []
    const program = await this.set(settings)
    Object.assign(this.model.program, program)
    if (before.expiry_mode !== 'never' || program.expiry_mode === 'never') return true
    const { organization_id } = this.shop
    await startExpiry(this.t.io, { organization_id, from_version: before.version })
    dateLots(this.model, this.now())
    return true
  }

  /** Sets the whole program; answers it as the model is to know it. */
  private async set(settings: Settings): Promise<Program> {
    const { mode, cash_rounding } = settings
    await must(200, this.shop.set('general', { mode, cash_rounding: cash_rounding / 100 }))
    const answer = await must(200, this.shop.set('bonuses', bonusesOf(settings, this.numbers)))
    const rows = answer.data.levels as { number: number }[]
    this.numbers = rows.map(({ number }) => number)
    const { version } = await this.t.io.db
      .selectFrom('program')
      .select('version')
      .where('organization_id', '=', this.shop.organization_id)
      .executeTakeFirstOrThrow()
    const levels = settings.levels.map((level, index) => ({
      ...level,
      number: this.numbers[index] ?? 0,
    }))
    return { ...defaultProgram(this.zone), ...settings, levels, version, timezone: this.zone }
  }
}

async function must(status: number, call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer
}

/** A receipt that was cancelled since tells so; everything else of a repeated answer is the same. */
function withoutStatus({ data }: Answer): object {
  const { status: _status, lines, ...rest } = data
  return {
    ...rest,
    lines: (lines as object[]).map((line) => ({
      ...line,
      ...{ returned_quantity: 0, returned_money: 0 },
    })),
  }
}

const figuresOf = ({ data }: Answer) => {
  const { cancellation_id: _id, status: _status, created_at: _at, ...figures } = data
  return figures
}

type Line = { to_pay: number; bonuses_spent: number; accrual: number }

function compareReceipt(
  { data }: Answer,
  model: ReferenceModel,
  expected: { bonuses_max: number; spent: number; accrual: number; to_pay: number },
  now: number,
): void {
  const { totals } = data
  const lines = data.lines as Line[]
  expect({
    bonuses_max: minor(totals.bonuses_max),
    spent: minor(totals.bonuses_spent),
    accrual: minor(totals.accrual),
    to_pay: minor(totals.to_pay),
  }).toEqual(expected)
  expect(
    lines.map(({ to_pay, bonuses_spent, accrual }) => [to_pay, bonuses_spent, accrual].map(minor)),
  ).toEqual(
    model.receipts.at(-1)?.lines.map((line) => [line.to_pay, line.bonuses_spent, line.accrual]),
  )
  const after = [data.balance_after, data.pending_after, data.debt_after].map(minor)
  const available = model.available(now)
  expect(after).toEqual([available, model.balance() - available, model.debt])
}

function compareCancel(
  { data }: Answer,
  expected: Exclude<ReturnType<ReferenceModel['cancel']>, false>,
  model: ReferenceModel,
  now: number,
): void {
  expect({
    refund_money: minor(data.refund_money),
    bonuses_return: minor(data.bonuses_return),
    bonuses_withdraw: minor(data.bonuses_withdraw),
    shop_loss: minor(data.shop_loss),
  }).toEqual(expected)
  expect([data.balance_after, data.available_after, data.debt_after].map(minor)).toEqual([
    model.balance(),
    model.available(now),
    model.debt,
  ])
}

/** Fractions of what the lines held at first, so some ask for more than is left. */
function partOf(
  step: Extract<Step, { does: 'cancels' }>,
  sale: TrialSale,
  whole: number,
): ModelPart | null {
  if (step.how === 'full') return { kind: 'full' }
  const part = (of: number, at: number) => Math.floor((of * (step.parts[at] ?? 0)) / 1000)
  if ('total' in sale) {
    const amount = part(whole, 0)
    return amount > 0 ? { kind: 'amount', amount } : null
  }
  const lines = sale.lines
    .map(({ quantity }, at) => ({ line: at + 1, quantity: part(quantity, at) }))
    .filter(({ quantity }) => quantity > 0)
  return lines.length > 0 ? { kind: 'lines', lines } : null
}

function wirePart(part: ModelPart): object {
  if (part.kind === 'full') return {}
  if (part.kind === 'amount') return { amount: part.amount / 100 }
  return { lines: part.lines.map(({ line, quantity }) => ({ line, quantity: quantity / 1000 })) }
}

/** Expiry switched on: what never expired lives the whole period from now. */
function dateLots(model: ReferenceModel, now: number): void {
  const { program } = model
  for (const lot of model.openLots()) {
    if (lot.expires_at !== null) continue
    const from = Math.max(lot.active_from, now)
    const days = lot.kind === 'hand' ? program.manual_lifetime_days : null
    const until =
      days !== null
        ? endOfDay(from, days, program.timezone)
        : program.expiry_mode === 'end_of_month_after'
          ? endOfMonth(from, program.expiry_months, program.timezone)
          : endOfDay(from, program.expiry_days, program.timezone)
    lot.expires_at = Math.max(until, now + 1)
  }
}

function settled(account: Account, now: number) {
  const due = account.lots.filter((lot) => lot.expires_at !== null && lot.expires_at <= now)
  const lots = account.lots.filter((lot) => !due.includes(lot))
  return {
    balance: account.balance - sum(due.map((lot) => lot.remaining)),
    available: sum(lots.filter((lot) => lot.active_from <= now).map((lot) => lot.remaining)),
    debt: account.debt,
    entries: account.entries + due.length,
    turnover: account.turnover,
    visits: account.receipts,
    last_at: account.last_receipt_at,
    level: account.level,
    level_until: account.level_until,
    lots: lots.map(({ number, remaining, active_from, expires_at }) => ({
      number,
      remaining,
      active_from,
      expires_at,
    })),
  }
}

function stateOf(model: ReferenceModel, now: number): ReturnType<typeof settled> {
  return {
    balance: model.balance(),
    available: model.available(now),
    debt: model.debt,
    entries: model.entries,
    turnover: model.turnover(),
    visits: model.visits(),
    last_at: model.last_at,
    level: model.level,
    level_until: model.level_until,
    lots: model.openLots().map(({ number, remaining, active_from, expires_at }) => ({
      number,
      remaining,
      active_from,
      expires_at,
    })),
  }
}

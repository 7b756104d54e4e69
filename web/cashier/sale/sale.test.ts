import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kept } from '../queue/parcel.ts'
import type { Ask } from './codes.ts'
import { openSale, type SaleWorld } from './sale.ts'
import type { Attempt, Figures, MadeReceipt, Till, WaitingState } from './state.ts'
import { wake } from './wake.ts'

const PHONE = '+380671234567'

const waitingState: WaitingState = {
  receipt_id: 'r',
  status: 'awaiting_confirmation',
  reason: null,
  amount: 200,
  tries_left: 5,
  expires_at: '2026-11-21T08:01:30.000Z',
  seconds_left: 90,
}

/** A server small enough to read: a balance, half of a receipt may be paid with it, 5 % come back. */
function openServer() {
  const made = new Map<string, Attempt>()
  const server = {
    balance: 230,
    known: true,
    made,
    calls: [] as string[],
    kept: [] as Kept[],
    is_full: false,
    create: undefined as (() => unknown) | undefined,
    find: undefined as (() => unknown) | undefined,
    /** Set: a create waits for the buyer. */
    waiting: undefined as WaitingState | undefined,
    tell: (_state: Partial<WaitingState>): void => {},
    delay: 0,
  }
  let drafts = 0
  function figures(ask: Ask, spend: number, total: number | undefined): Figures {
    const max = Math.min(server.balance, Math.floor((total ?? 0) / 2))
    const spent = Math.min(spend, max)
    const buyer = server.known && {
      id: 'b',
      name_masked: 'Олена К.',
      phone_masked: '•• 45-67',
      level: null,
      pending: 0,
      debt: 0,
      balance: server.balance,
      next_expiry: null,
      birthday_soon: false,
      stamps: [],
    }
    return {
      receipt_id: total === undefined ? null : `r${(drafts += 1)}`,
      buyer: buyer || null,
      can_register: !buyer && 'phone' in ask,
      can_name_inviter: !buyer && 'phone' in ask,
      status: 'calculated',
      totals: {
        gross: total ?? 0,
        bonuses_max: max,
        bonuses_spent: spent,
        to_pay: (total ?? 0) - spent,
      },
      explain: [],
      texts: { receipt_footer: '', cashier_hint: '' },
    } as unknown as Figures
  }
  const wait = () => new Promise((done) => setTimeout(done, server.delay))
  const world: SaleWorld = {
    async calculate(ask, spend, body) {
      const { flyer } = ask
      server.calls.push(`calculate ${body.total ?? '-'} ${spend}${flyer ? ` ${flyer}` : ''}`)
      if (flyer === 'OVER') throw Object.assign(new Error(), { status: 410, code: 'code_expired' })
      await wait()
      return figures(ask, spend, body.total)
    },
    async create(attempt, code) {
      server.calls.push(`create ${attempt.receipt_id} ${attempt.key}${code ? ` ${code}` : ''}`)
      await wait()
      server.create?.()
      const { waiting } = server
      if (waiting && waiting.status !== 'completed') return { waiting } as never
      made.set(attempt.receipt_id, attempt)
      return { receipt_id: attempt.receipt_id, status: 'completed' } as MadeReceipt
    },
    async watch(id, on, signal) {
      server.calls.push(`watch ${id}`)
      await new Promise<void>((done) => {
        server.tell = (state) => {
          server.waiting = { ...waitingState, ...state }
          on(server.waiting)
          if (state.status) done()
        }
        signal.addEventListener('abort', () => done())
      })
    },
    async withdraw() {
      return { ...waitingState, status: 'declined', reason: 'cashier' }
    },
    async find(id) {
      server.calls.push(`find ${id}`)
      await wait()
      server.find?.()
      if (!made.has(id))
        throw Object.assign(new Error(), { status: 404, code: 'receipt_not_found' })
      return { receipt_id: id, status: 'completed' } as never
    },
    async keep(sale) {
      server.calls.push(`keep ${sale.key} ${sale.receipt_id ?? '-'}`)
      server.kept.push(sale)
      return server.is_full ? 'full' : 'kept'
    },
    newKey: (() => {
      let keys = 0
      return () => `k${(keys += 1)}`
    })(),
    now: () => 0,
    may_spend: () => true,
    onSignedOut: () => server.calls.push('signed out'),
    onResult() {},
    onChange() {},
  }
  return { server, world }
}

function openTill(kept?: Till) {
  const { server, world } = openServer()
  const sale = openSale(world, kept)
  const say = sale.dispatch
  return {
    server,
    world,
    sale,
    state: () => sale.get().sale,
    last: () => sale.get().last?.receipt,
    buyer: (text: string) => say({ type: 'buyer_typed', text }),
    amount: (text: string) => say({ type: 'amount_typed', text }),
    spend: (text: string) => say({ type: 'spend_typed', text }),
    max: () => say({ type: 'spend_chosen', share: 'max', step: 100 }),
    enter: (offline = false) =>
      say({ type: 'entered', may_spend: true, offline, may_register: true }),
    say,
    later: (ms = 500) => vi.advanceTimersByTimeAsync(ms),
  }
}

const lost = () => {
  throw Object.assign(new Error(), { status: 0, code: 'offline' })
}
const refuse =
  (code: string, status = 409) =>
  () => {
    throw Object.assign(new Error(), { status, code })
  }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a code that looks like a buyer’s and is a product’s adds the product', async () => {
  const till = openTill()
  const product = { id: 'p', barcode: '2700000000014', sku: null, name: 'Сир', price: 300 }
  till.world.calculate = async () => {
    throw Object.assign(new Error(), { status: 404, code: 'buyer_not_found', data: { product } })
  }
  till.say({ type: 'buyer_asked', ask: { promocode: '2700000000014' }, text: '' })
  await till.later()
  expect(till.state()).toMatchObject({
    ...{ stage: 'buyer', ask: undefined, buyer_text: '', with_lines: true },
    lines: [{ barcode: '2700000000014', name: 'Сир', price: '300', quantity: '1' }],
    notice: { at: 'amount', code: 'product_added' },
  })
})

describe('the three actions', () => {
  test('a phone, a sum and two Enters make one receipt without spending', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    expect(till.state()).toMatchObject({ stage: 'amount', buyer: { name_masked: 'Олена К.' } })
    till.amount('525+45')
    await till.later()
    till.enter()
    expect(till.state().stage).toBe('bonuses')
    till.enter()
    await till.later()
    expect(till.last()).toMatchObject({ status: 'completed' })
    expect([...till.server.made.values()]).toMatchObject([
      { discount_amount: 0, to_pay: 570, ask: { phone: PHONE } },
    ])
    expect(till.state()).toMatchObject({ stage: 'buyer', buyer_text: '', amount_text: '' })
  })
  test('Enter before the figures came waits for them', async () => {
    const till = openTill()
    till.server.balance = 0
    till.buyer('0671234567')
    await till.later()
    till.amount('570')
    till.enter()
    till.enter()
    expect(till.server.made.size).toBe(0)
    await till.later()
    expect(till.server.made.size).toBe(1)
  })
  test('the maximum is the server’s', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.amount('300')
    till.max()
    await till.later()
    expect(till.state().spend_text).toBe('150')
    till.enter()
    await till.later()
    expect([...till.server.made.values()]).toMatchObject([{ discount_amount: 150, to_pay: 150 }])
  })
  test('a spend above the limit is lowered and needs another Enter', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.amount('300')
    till.spend('200')
    await till.later()
    till.enter()
    expect(till.state()).toMatchObject({
      spend_text: '150',
      notice: { code: 'spend_lowered', params: { max: 150 } },
    })
    expect(till.server.made.size).toBe(0)
  })
  test('typing asks the server once it pauses, and only the newest figures count', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    for (const text of ['5', '57', '570']) {
      till.amount(text)
      await till.later(50)
    }
    await till.later()
    expect(till.server.calls).toEqual(['calculate - 0', 'calculate 570 0'])
  })
  test('a new phone is registered with its first receipt, when the cashier says so', async () => {
    const till = openTill()
    till.server.known = false
    till.server.balance = 0
    till.buyer('0671234567')
    await till.later()
    expect(till.state()).toMatchObject({ newcomer: { phone: PHONE, register: false } })
    till.say({ type: 'newcomer_named', name: ' Олена ' })
    till.enter()
    till.amount('100')
    await till.later()
    till.enter()
    await till.later()
    expect([...till.server.made.values()]).toMatchObject([{ register: { name: 'Олена' } }])
  })
  test('who invited a newcomer is told with the registration, and mended when nobody has that phone', async () => {
    const till = openTill()
    till.server.known = false
    till.server.balance = 0
    till.buyer('0671234567')
    await till.later()
    till.say({ type: 'inviter_typed', text: '050' })
    till.enter()
    expect(till.state()).toMatchObject({ stage: 'buyer', notice: { code: 'inviter_wrong' } })
    till.say({ type: 'inviter_typed', text: '050 111 22 33' })
    till.enter()
    till.amount('100')
    await till.later()
    const fields = [{ path: 'register.inviter_phone', code: 'inviter_unknown' }]
    till.server.create = () => {
      throw Object.assign(new Error(), { status: 422, code: 'validation_failed', fields })
    }
    till.enter()
    await till.later()
    expect(till.state()).toMatchObject({ stage: 'buyer', notice: { code: 'inviter_unknown' } })
    till.server.create = undefined
    till.say({ type: 'inviter_typed', text: '0501112234' })
    till.enter()
    till.enter()
    await till.later()
    expect([...till.server.made.values()]).toMatchObject([
      { register: { inviter_phone: '+380501112234' } },
    ])
  })
  test('digits typed during the look-up are the sum, and a new phone asks for a word first', async () => {
    const till = openTill()
    till.server.known = false
    till.server.delay = 400
    till.buyer('0671234567')
    await till.later(200)
    expect(till.state().stage).toBe('amount')
    till.amount('100')
    till.enter()
    await till.later(2000)
    expect(till.state()).toMatchObject({ stage: 'buyer', newcomer: { register: false } })
    expect(till.server.made.size).toBe(0)
  })
  test('Esc goes one step back, and what was cleared can be brought back', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.amount('570')
    till.say({ type: 'cleared', key: 'x' })
    expect(till.state()).toMatchObject({ amount_text: '', ask: undefined })
    till.say({ type: 'clear_undone' })
    expect(till.state()).toMatchObject({ amount_text: '570', ask: { phone: PHONE } })
    till.say({ type: 'stepped_back' })
    expect(till.state()).toMatchObject({ stage: 'buyer', ask: undefined, amount_text: '570' })
  })
})

async function ready() {
  const till = openTill()
  till.server.balance = 0
  till.buyer('0671234567')
  await till.later()
  till.amount('570')
  await till.later()
  return till
}

describe('a receipt is made once', () => {
  test('whatever the cashier presses while it is being made', async () => {
    const till = await ready()
    till.server.delay = 3000
    till.enter()
    till.enter()
    till.amount('571')
    till.say({ type: 'cleared', key: 'x' })
    await till.later(5000)
    expect(till.server.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
    expect(till.last()).toBeDefined()
  })
  test('when the answer was lost, it is found by its id', async () => {
    const till = await ready()
    till.server.create = () => {
      till.server.made.set('r1', {} as Attempt)
      lost()
    }
    till.enter()
    await till.later()
    expect(till.last()).toMatchObject({ receipt_id: 'r1' })
    expect(till.server.calls.slice(-2)).toEqual(['create r1 k1', 'find r1'])
  })
  test('when it was surely not made, the same call is repeated with the same key', async () => {
    const till = await ready()
    till.server.create = lost
    till.enter()
    await till.later()
    expect(till.state().sending.kind).toBe('unmade')
    till.server.create = undefined
    till.enter()
    await till.later()
    expect(till.server.calls.filter((call) => call.startsWith('create'))).toEqual([
      'create r1 k1',
      'create r1 k1',
    ])
    expect(till.last()).toBeDefined()
  })
  test('when nothing can be learned, it is asked again and the sale stays shut', async () => {
    const till = await ready()
    till.server.create = lost
    till.server.find = lost
    till.enter()
    await till.later()
    till.amount('1')
    expect(till.state()).toMatchObject({ sending: { kind: 'unknown' }, amount_text: '570' })
    till.server.find = undefined
    await till.later(3500)
    expect(till.state().sending.kind).toBe('unmade')
  })
  test('a changed sale keeps the key of a lost one, and finds it when the key is used', async () => {
    const till = await ready()
    till.server.create = lost
    till.enter()
    await till.later()
    till.amount('571')
    await till.later()
    // The lost call is carried out late, after the look for it.
    till.server.made.set('r1', {} as Attempt)
    till.server.create = refuse('idempotency_conflict')
    till.enter()
    await till.later()
    expect(till.server.calls.slice(-3)).toEqual(['create r2 k1', 'find r2', 'find r1'])
    expect(till.last()).toMatchObject({ receipt_id: 'r1' })
  })
  test('a reload in the middle looks for it first', async () => {
    const till = await ready()
    till.server.delay = 10_000
    till.enter()
    const next = openTill(wake(till.sale.get()))
    next.server.made.set('r1', {} as Attempt)
    next.sale.resume()
    await next.later()
    expect(next.server.calls).toEqual(['find r1'])
    expect(next.last()).toMatchObject({ receipt_id: 'r1' })
  })
})

describe('a refusal', () => {
  test('of a changed balance shows new figures and waits for a new Enter', async () => {
    const till = await ready()
    till.server.create = refuse('version_conflict')
    till.enter()
    await till.later()
    till.server.balance = 150
    expect(till.state()).toMatchObject({
      sending: { kind: 'no' },
      notice: { code: 'balance_changed' },
      figures: { receipt: { receipt_id: 'r2' } },
    })
    till.server.create = undefined
    till.enter()
    await till.later()
    expect(till.server.calls.at(-1)).toBe('create r2 k2')
  })
  test('of a balance that shrank lowers the spend to what is left', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.amount('300')
    till.max()
    await till.later()
    till.server.balance = 40
    till.server.create = refuse('version_conflict')
    till.enter()
    await till.later()
    expect(till.state()).toMatchObject({
      spend_text: '40',
      notice: { code: 'balance_changed', params: { balance: 40 } },
    })
    till.server.create = undefined
    till.enter()
    await till.later()
    expect([...till.server.made.values()]).toMatchObject([{ discount_amount: 40, to_pay: 260 }])
  })
  test('of the session keeps the draft', async () => {
    const till = await ready()
    till.server.create = refuse('not_signed_in', 401)
    till.enter()
    await till.later()
    expect(till.server.calls.at(-1)).toBe('signed out')
    expect(till.state()).toMatchObject({ amount_text: '570', ask: { phone: PHONE } })
  })
  test('of an unknown code leaves it in the field with its sentence', async () => {
    const till = openTill()
    till.world.calculate = async () => refuse('code_expired', 410)()
    till.buyer('2812345678909')
    await till.later()
    expect(till.state()).toMatchObject({
      ask: undefined,
      buyer_text: '2812345678909',
      notice: { at: 'buyer', code: 'code_expired' },
    })
  })
})

describe('a flyer', () => {
  test('typed before the phone waits for the buyer and goes with the receipt', async () => {
    const till = openTill()
    till.server.balance = 0
    till.buyer('gift-7f3k')
    till.enter()
    expect(till.state()).toMatchObject({ flyer: 'GIFT7F3K', buyer_text: '', stage: 'buyer' })
    till.buyer('0671234567')
    await till.later()
    till.amount('570')
    await till.later()
    till.enter()
    await till.later()
    expect(till.server.calls).toContain('calculate 570 0 GIFT7F3K')
    expect([...till.server.made.values()]).toMatchObject([
      { ask: { phone: PHONE, flyer: 'GIFT7F3K' } },
    ])
    expect(till.state().flyer).toBeUndefined()
  })
  test('that does not work is said and left out; the sale goes on without it', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.say({ type: 'flyer_taken', code: 'OVER' })
    await till.later()
    expect(till.state()).toMatchObject({
      flyer: undefined,
      buyer: { name_masked: 'Олена К.' },
      notice: { code: 'flyer_code_expired', params: { code: 'OVER' } },
    })
    expect(till.server.calls.at(-1)).toBe('calculate - 0')
  })
})

describe('a spend that the buyer confirms', () => {
  async function openWaiting() {
    const till = openTill()
    till.server.waiting = waitingState
    till.buyer('0671234567')
    await till.later()
    till.amount('570')
    await till.later()
    till.max()
    await till.later()
    till.enter()
    await till.later()
    return till
  }

  test('is waited for with the seconds that are left, and made by the tap', async () => {
    const till = await openWaiting()
    expect(till.state().sending).toMatchObject({ kind: 'awaiting', ends_at: 90_000, tries_left: 5 })
    till.server.tell({ status: 'completed' })
    await till.later()
    expect(till.last()).toMatchObject({ status: 'completed' })
    expect(till.state()).toMatchObject({ sending: { kind: 'no' }, stage: 'buyer' })
  })
  test('is made by the digits from the bot; wrong ones leave it waiting', async () => {
    const till = await openWaiting()
    till.server.create = () => {
      throw Object.assign(new Error(), {
        ...{ status: 422, code: 'validation_failed', data: { tries_left: 4 } },
      })
    }
    till.sale.typeCode('12')
    till.sale.typeCode('1234')
    await till.later()
    const sending = { kind: 'awaiting', wrong: true, code: '', tries_left: 4 }
    expect(till.state().sending).toMatchObject(sending)
    till.server.create = () => (till.server.waiting = undefined)
    till.sale.typeCode('4321')
    await till.later()
    expect(till.server.calls.at(-1)).toMatch(/^create r\d+ k1 4321$/)
    expect(till.last()).toMatchObject({ status: 'completed' })
  })
  test.each([
    [{ status: 'declined', reason: 'buyer' } as const, 'confirmation_declined'],
    [{ status: 'expired', reason: null } as const, 'confirmation_expired'],
  ])('that ends as %o goes back to the bonuses with nothing spent', async (state, code) => {
    const till = await openWaiting()
    till.server.tell(state)
    await till.later()
    expect(till.state()).toMatchObject({
      ...{ sending: { kind: 'no' }, stage: 'bonuses', spend_text: '', key: 'k2' },
      notice: { at: 'bonuses', code },
    })
  })
  test('whose figures no longer hold is calculated anew and asked for again', async () => {
    const till = await openWaiting()
    till.server.balance = 150
    till.server.tell({ status: 'declined', reason: 'version_conflict' })
    await till.later()
    expect(till.state()).toMatchObject({ sending: { kind: 'no' }, figures: { receipt: {} } })
    expect(till.state().figures?.receipt.totals.bonuses_spent).toBe(150)
  })
  test('may be called off by the cashier', async () => {
    const till = await openWaiting()
    await till.sale.withdraw()
    expect(till.state()).toMatchObject({
      ...{ sending: { kind: 'no' }, notice: { code: 'confirmation_withdrawn' } },
    })
  })
  test('goes on after a reload of the page', async () => {
    const till = await openWaiting()
    const again = openTill(wake(till.sale.get()))
    again.server.waiting = waitingState
    again.sale.resume()
    again.server.tell({ status: 'completed' })
    await again.later()
    expect(again.last()).toMatchObject({ status: 'completed' })
  })
})

describe('without a line', () => {
  const cutOff = async () => {
    const till = openTill()
    till.world.calculate = async () => lost()
    till.buyer('0671234567')
    await till.later()
    return till
  }

  test('the caret goes on to the sum, and Enter keeps the sale', async () => {
    const till = await cutOff()
    expect(till.state()).toMatchObject({ stage: 'amount', calculation: 'failed' })
    till.amount('100')
    till.enter()
    await till.later()
    expect(till.server.kept).toMatchObject([{ ask: { phone: PHONE }, gross: 10_000 }])
    expect(till.state()).toMatchObject({ stage: 'buyer', amount_text: '', sending: { kind: 'no' } })
    expect(till.sale.get().kept).toMatchObject({ gross: 10_000 })
  })

  test('a double Enter keeps one', async () => {
    const till = await cutOff()
    till.amount('100')
    till.enter(true)
    till.enter(true)
    await till.later()
    expect(till.server.kept).toHaveLength(1)
  })

  test('a full queue leaves the sale as it is', async () => {
    const till = await cutOff()
    till.server.is_full = true
    till.amount('100')
    till.enter(true)
    await till.later()
    expect(till.state()).toMatchObject({ amount_text: '100', notice: { code: 'queue_full' } })
    expect(till.state().sending.kind).toBe('no')
  })

  test('a one-time code is told to need the server, and works when it is back', async () => {
    const till = openTill()
    const { calculate } = till.world
    till.world.calculate = async () => lost()
    till.say({ type: 'buyer_asked', ask: { promocode: '12345678' } })
    await till.later()
    expect(till.state().notice).toMatchObject({ at: 'buyer', code: 'code_offline' })
    till.world.calculate = calculate
    await till.later(4000)
    expect(till.state()).toMatchObject({ buyer: { id: 'b' }, notice: undefined })
  })

  test('a receipt made after all, while its sale was kept instead, is no second one', async () => {
    const till = openTill()
    till.buyer('0671234567')
    await till.later()
    till.amount('100')
    await till.later()
    till.server.create = lost
    till.server.find = lost
    till.say({ type: 'went', stage: 'bonuses' })
    till.enter()
    await till.later(50)
    expect(till.state().sending.kind).toBe('unknown')
    till.say({ type: 'keeping_chosen', may_register: true })
    await till.later(10)
    expect(till.server.kept).toMatchObject([{ receipt_id: 'r1', earlier: [] }])
    const receipt = { receipt_id: 'r1', status: 'completed' } as MadeReceipt
    till.say({ type: 'made', receipt, key: 'other', at: 0 })
    expect(till.last()).toBeUndefined()
  })
})

/**
 * People who join, fill in their profile, buy, return, are forgotten and come back, and a slow model
 * of which gifts they have by then: for the trial of gifts. Every gift is once per phone; what a
 * returned receipt gave may come again; nothing comes again to who was forgotten.
 */
import { forgetBuyer } from '#server/features/buyers/forget-buyer.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { openBuyer } from './buyers.ts'
import { birthday, firstPurchase, flyer, onJoin, profileComplete, referral } from './gifts.ts'
import type { TestIo } from './open-test-io.ts'
import { calculate, newPhone, sell } from './receipts.ts'
import type { Shop, Till } from './shop.ts'

export const DAY = 86_400_000
/** What each gift is worth, in minor units. */
export const worth = {
  ...{ on_join: 50_00, profile_complete: 20_00, first_purchase: 30_00, flyer: 10_00 },
  ...{ friend: 7_00, inviter: 9_00, birthday: 100_00 },
}
/** Days as `YYYY-MM-DD`. */
const kyivDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv' })
const BORN = '1990-05-14'
const FLYER = 'KAVA-26'
const MINIMUM = 100
const BEFORE = 3
const AFTER = 20

/** A program that gives every gift there is, and nothing else. */
export const everyGift = {
  general: { receipts_per_day_max: 0, receipt_amount_max: 0, cancel_window_hours: 8760 },
  bonuses: {
    levels: [{ name: 'Базовий', min_turnover: 0, cashback_percent: 0, discount_percent: 0 }].map(
      (level) => ({ ...level, max_pay_percent: null }),
    ),
    welcome: [
      onJoin(worth.on_join / 100),
      profileComplete(worth.profile_complete / 100),
      firstPurchase(worth.first_purchase / 100, { min_receipt: MINIMUM }),
      flyer(FLYER, worth.flyer / 100),
    ],
    referral: referral(worth.friend / 100, worth.inviter / 100, {
      ...{ min_receipt: MINIMUM, monthly_cap: 1000, max_friends: 1000 },
    }),
    birthday: birthday(worth.birthday / 100, { days_before: BEFORE, days_after: AFTER }),
  },
}

export const kinds = [
  'join',
  'invite',
  'fill',
  'buy',
  'flyer',
  'small',
  'return',
  'forget',
] as const
export type Step = { who: number; does: (typeof kinds)[number]; which: number }

type Sold = { id: string; buyer_id: string; gifts: string[]; over: boolean }

export class Person {
  readonly phone = newPhone()
  readonly inviter: Person | null
  /** Every buyer this person was. */
  readonly lives: string[] = []
  buyer_id: string | null = null
  /** The local day the birthday was told, in days since 1970. */
  entered: number | null = null
  referred_by: string | null = null
  receipts = 0
  readonly sold: Sold[] = []
  /** Gifts that stand, and how often each was given. */
  readonly standing = new Set<string>()
  readonly given = new Map<string, number>()

  constructor(inviter: Person | null) {
    this.inviter = inviter
  }

  /** Gives by the model: true, if it was not given before. */
  give(gift: string): boolean {
    if (this.standing.has(gift)) return false
    this.standing.add(gift)
    this.given.set(gift, (this.given.get(gift) ?? 0) + 1)
    return true
  }
}

/** What the model still has to do when the jobs have run. */
export type Due = () => void

/** A family: somebody who invites, and two friends. One of them does something at a time. */
export class Family {
  readonly people: Person[]
  private readonly t: TestIo
  private readonly shop: Shop
  private readonly till: Till
  /** In the order things happened. */
  due: Due[] = []

  constructor(t: TestIo, shop: Shop, till: Till) {
    this.t = t
    this.shop = shop
    this.till = till
    const head = new Person(null)
    this.people = [head, new Person(head), new Person(head)]
  }

  /** Plays a step; false: there was nothing to do. */
  async play({ who, does, which }: Step): Promise<boolean> {
    const person = this.people[who % this.people.length]
    if (!person) return false
    switch (does) {
      case 'join':
        return this.join(person)
      case 'invite':
        return this.invite(person)
      case 'fill':
        return this.fill(person)
      case 'buy':
      case 'flyer':
      case 'small':
        return this.buy(person, does)
      case 'return':
        return this.giveBack(person, which)
      case 'forget':
        return this.forget(person)
    }
  }

  /** Whose birthday is due by the model. */
  celebrate(today: number): void {
    for (const person of this.people) {
      if (person.buyer_id === null || person.entered === null) continue
      const year = new Date(today * DAY).getUTCFullYear()
      const day = Date.parse(`${year}${BORN.slice(4)}T00:00Z`) / DAY
      const around = today >= day - BEFORE && today <= day + AFTER
      if (around && day - person.entered >= 30) person.give(`birthday:${year}`)
    }
  }

  private async join(person: Person): Promise<boolean> {
    if (person.buyer_id !== null) return false
    const { buyer_id } = await openBuyer(this.t, this.shop, { phone: person.phone })
    person.buyer_id = buyer_id
    person.lives.push(buyer_id)
    this.due.push(() => void (person.buyer_id === buyer_id && person.give('on_join')))
    return true
  }

  private async invite(person: Person): Promise<boolean> {
    const { buyer_id, inviter } = person
    const bought = person.sold.some((sold) => sold.buyer_id === buyer_id)
    const free = buyer_id !== null && !bought && person.referred_by === null
    if (!free || !inviter || inviter.buyer_id === null) return false
    await this.ask('POST', '/api/v1/buyers', {
      organization_id: this.shop.organization_id,
      phone: person.phone,
      inviter_phone: inviter.phone,
    })
    person.referred_by = inviter.buyer_id
    return true
  }

  private async fill(person: Person): Promise<boolean> {
    const { buyer_id } = person
    if (buyer_id === null || person.entered !== null) return false
    const path = `/api/v1/buyers/${buyer_id}?organization_id=${this.shop.organization_id}`
    await this.ask('PATCH', path, { first_name: 'Олена', birthday: BORN, city: 'Київ' })
    person.entered = this.today()
    this.due.push(() => void (person.buyer_id === buyer_id && person.give('profile_complete')))
    return true
  }

  /** The local day; the shop is in Kyiv, where a day ends before one of UTC does. */
  today(): number {
    return Date.parse(kyivDay.format(this.t.clock.now())) / DAY
  }

  private async buy(person: Person, how: 'buy' | 'flyer' | 'small'): Promise<boolean> {
    const { buyer_id, phone } = person
    if (buyer_id === null) return false
    const body = { total: how === 'small' ? MINIMUM - 1 : MINIMUM }
    const buyer = { phone, ...(how === 'flyer' && { promocode: FLYER }) }
    if (how === 'flyer' && person.standing.has('flyer')) {
      const { body: problem } = await calculate(this.till, { buyer, body })
      if (problem.code !== 'code_used') throw new Error(`a flyer twice: ${JSON.stringify(problem)}`)
      return true
    }
    const offered = [
      ...(person.receipts === 0 && how !== 'small'
        ? ['first_purchase', ...(person.referred_by === null ? [] : ['friend'])]
        : []),
      ...(how === 'flyer' ? ['flyer'] : []),
    ]
    const gifts = offered.filter((gift) => person.give(gift))
    const made = await sell(this.till, { buyer, body })
    const expected = gifts.reduce((sum, gift) => sum + worth[gift as keyof typeof worth], 0)
    if (Math.round(made.totals.gifts * 100) !== expected) {
      throw new Error(`${made.totals.gifts} were given for ${gifts.join(', ')}`)
    }
    const sold = { id: made.receipt_id as string, buyer_id, gifts, over: false }
    person.sold.push(sold)
    person.receipts += 1
    const { referred_by, inviter } = person
    if (gifts.includes('friend') && inviter) {
      this.due.push(() => {
        if (!sold.over && inviter.buyer_id === referred_by) person.give('inviter')
      })
    }
    return true
  }

  /** A receipt of this life is undone with its gifts; one of a life that is forgotten: money only. */
  private async giveBack(person: Person, which: number): Promise<boolean> {
    const open = person.sold.filter(({ over }) => !over)
    const sold = open[which % Math.max(1, open.length)]
    if (!sold) return false
    const { organization_id } = this.shop
    const path = `/api/v1/receipts/${sold.id}/cancel?organization_id=${organization_id}`
    await this.ask('POST', path, { reason: 'Повернення' })
    sold.over = true
    if (sold.buyer_id !== person.buyer_id) return true
    person.receipts -= 1
    for (const gift of sold.gifts) person.standing.delete(gift)
    if (sold.gifts.includes('friend')) this.due.push(() => void person.standing.delete('inviter'))
    return true
  }

  private async forget(person: Person): Promise<boolean> {
    if (person.buyer_id === null) return false
    const { organization_id } = this.shop
    const of = await loadProgramOf(this.t.io, organization_id)
    if (!of) throw new Error('no program')
    await forgetBuyer(this.t.io, of.program, null, { organization_id, buyer_id: person.buyer_id })
    Object.assign(person, { buyer_id: null, entered: null, referred_by: null, receipts: 0 })
    return true
  }

  private async ask(method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
    const { status, body: answer } = await this.shop.owner.inject(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
  }
}

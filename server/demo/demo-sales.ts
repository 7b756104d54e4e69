import { skuOf } from './demo-products.ts'
import { seededRandom } from './random.ts'

export type DemoBuyer = { phone: string; name: string }
export type DemoSale = {
  at: Date
  /** The till's number of the slip. */
  number: string
  /** Sales of one buyer share it. */
  lane: number
  /** Undefined: a sale without a member. */
  buyer: DemoBuyer | undefined
  products: { name: string; sku: string; price: number; quantity: number }[]
  /** Spend as much as the program allows, up to what needs no confirmation. */
  spends: boolean
  /** Cancelled a few minutes later. */
  cancelled: boolean
}

const BUYERS = 240
const SALES = 1900
const SEED = 20_261_121
const FIRST_NUMBER = 1001

const firstNames = [
  'Олена',
  'Андрій',
  'Марія',
  'Іван',
  'Наталія',
  'Сергій',
  'Оксана',
  'Дмитро',
  'Юлія',
  'Олег',
  'Тетяна',
  'Максим',
  'Ірина',
  'Богдан',
  'Анна',
  'Тарас',
  'Софія',
  'Роман',
  'Катерина',
  'Павло',
]
const initials = 'АБВГДЖЗКЛМНПРСТФХЧШЩЯ'
const menu = [
  { name: 'Еспресо', price: 45 },
  { name: 'Капучино', price: 65 },
  { name: 'Лате', price: 75 },
  { name: 'Флет вайт', price: 80 },
  { name: 'Круасан', price: 70 },
  { name: 'Чизкейк', price: 120 },
  { name: 'Сирники', price: 140 },
  { name: 'Авокадо-тост', price: 185 },
  { name: 'Кава в зернах, 250 г', price: 340 },
] as const

type Random = ReturnType<typeof seededRandom>

function makeBuyers(random: Random): DemoBuyer[] {
  return Array.from({ length: BUYERS }, (_none, index) => ({
    phone: `+38067${String(2_000_000 + index * 37)}`,
    name: `${random.pick(firstNames)} ${random.pick(initials.split(''))}.`,
  }))
}

/** Cafés sell in the morning and after lunch, more on weekends; hours are of Kyiv, roughly. */
function momentOf(random: Random, from: Date, days: number): Date {
  const day = Math.floor(random.next() * days)
  const hour = random.next() < 0.55 ? random.between(5, 8) : random.between(9, 17)
  const at = new Date(from.getTime() + day * 24 * 3600 * 1000)
  at.setUTCHours(hour, random.between(0, 59), random.between(0, 59), 0)
  return at
}

function basket(random: Random): DemoSale['products'] {
  const count = random.next() < 0.45 ? 1 : random.between(2, 4)
  return Array.from({ length: count }, () => {
    const { name, price } = random.pick(menu)
    return { name, sku: skuOf(name), price, quantity: random.next() < 0.85 ? 1 : 2 }
  })
}

/**
 * The sales of the demo shop in the order of time, the same for the same period: few buyers come
 * often, many come once, a sixth of the sales have no member, a quarter of members' sales spend.
 */
export function demoSales(period: { from: Date; to: Date }): DemoSale[] {
  const random = seededRandom(SEED)
  const buyers = makeBuyers(random)
  const days = Math.round((period.to.getTime() - period.from.getTime()) / (24 * 3600 * 1000))
  const sales = Array.from({ length: SALES }, () => {
    const regular = Math.floor(random.next() ** 2.2 * BUYERS)
    const member = random.next() < 0.84
    return {
      at: momentOf(random, period.from, days),
      lane: regular,
      buyer: member ? buyers[regular] : undefined,
      products: basket(random),
      spends: member && random.next() < 0.25,
      cancelled: random.next() < 0.008,
    }
  })
  return sales
    .filter((sale) => sale.at > period.from && sale.at < period.to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((sale, index) => ({ ...sale, number: String(FIRST_NUMBER + index) }))
}

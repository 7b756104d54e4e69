/**
 * A shop in which whoever could write has written to do harm: every list holds all forty hostile
 * texts, every long text as many as it takes, and a field that a shop has once holds one of them.
 */
import { hostileTexts } from './hostile-texts.ts'

type Method = 'GET' | 'POST' | 'PATCH'
/** Calls as the owner or as a till, answers `data` of what came, throws when it was refused. */
// A test looks into answers of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Ask = (method: Method, path: string, body?: object) => Promise<any>

type Bare = {
  organization_id: string
  pos_id: string
  owner: Ask
  signIn(cashier: Cashier): Promise<Ask>
  /** A phone that nobody has. */
  newPhone(): string
}
type Cashier = { login: string; pin: string }

export type HostileShop = {
  buyers: { id: string; phone: string }[]
  product_ids: string[]
  promotion_ids: string[]
  receipt_ids: string[]
  news_ids: string[]
  mailing_ids: string[]
  bot_id: string
  /** Of the printed link. */
  slug: string
  /** Who sold all of it. */
  cashier: Cashier
}

const texts = hostileTexts.map(({ written }) => written)
/** One of them: rows take neighbours, so that no two fields of a row say the same. */
const text = (n: number): string => texts[n % texts.length] ?? ''
const short = (length: number) => texts.filter((one) => one.length <= length)
/** As many of them, each on its line, as the field takes. */
const lines = (length: number, of: readonly string[] = texts): string =>
  of.reduce((all, one) => (all.length + one.length < length ? `${all}\n${one}` : all), 'evil')
/** A text with variables refuses braces that mean nothing. */
const withoutBraces = texts.filter((one) => !/[{}]/.test(one))

/** Ten at a time: a program lets so many hashes of PINs wait and no more. */
async function forEach<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) {
    const some = Array.from(
      { length: Math.min(10, count - made.length) },
      (_none, n) => made.length + n,
    )
    made.push(...(await Promise.all(some.map(make))))
  }
  return made
}

export async function fillHostileShop(shop: Bare): Promise<HostileShop> {
  await describeShop(shop)
  const [product_ids, promotion_ids, buyers, cashier] = await Promise.all([
    addProducts(shop),
    addPromotions(shop),
    addBuyers(shop),
    addStaff(shop),
    addSegments(shop),
  ])
  const posts = {
    news_ids: await addPosts(shop, 'news'),
    mailing_ids: await addPosts(shop, 'manual_notification'),
  }
  const bot = await addBot(shop)
  return {
    ...{ buyers, product_ids, promotion_ids, ...posts, ...bot, cashier },
    receipt_ids: await sellToAll(shop, cashier, buyers),
  }
}

async function describeShop({ owner, organization_id }: Bare): Promise<void> {
  const of = `organization_id=${organization_id}`
  const change = async (path: string, body: object) => {
    const { version } = await owner('GET', path)
    await owner('PATCH', path, { version, ...body })
  }
  const [one = '', few = '', many = '', fraction = ''] = short(30)
  await change(`/api/v1/settings/general?${of}`, {
    ...{ bonus_name: { one, few, many, fraction }, receipt_footer: lines(300) },
    ...{ buyer_shown: 'full_name', spend_confirmation: 'none', receipts_per_day_max: 0 },
  })
  const levels = Array.from({ length: 10 }, (_none, n) => ({
    ...{ name: text(n), min_turnover: n * 1000, cashback_percent: 5, discount_percent: 0 },
    max_pay_percent: null,
    ...(n === 0 && { number: 1 }),
  }))
  await change(`/api/v1/settings/bonuses?${of}`, { levels, excluded_categories: texts.slice(10) })
  await change(`/api/v1/settings/notifications?${of}`, { signature: text(23) })
  await change(`/api/v1/organizations/${organization_id}`, {
    ...{ name: text(2), legal_name: text(5), address: text(7) },
    ...{ description: lines(300, texts.toReversed()), rules_text: lines(2000) },
  })
  const presets = texts
    .slice(0, 20)
    .map((name) => ({ name, report: 'receipts', filters: { period: 'days30' } }))
  await change(`/api/v1/stats/options?${of}`, { presets })
  const auto = await owner('GET', `/api/v1/auto-notifications?${of}`)
  for (const { code, version } of auto.items) {
    await owner('PATCH', `/api/v1/auto-notifications/${code}?${of}`, {
      ...{ version, texts: { all: lines(700, withoutBraces) }, button_text: short(30)[0] },
      button_url: 'https://kava.example/',
    })
  }
  await owner('PATCH', '/api/v1/user/profile', { first_name: text(3), last_name: text(4) })
}

const addProducts = ({ owner, organization_id }: Bare): Promise<string[]> =>
  forEach(texts.length, async (n) => {
    const { id } = await owner('POST', `/api/v1/products?organization_id=${organization_id}`, {
      ...{ name: text(n), sku: text(n + 1), category: text(n + 2), description: lines(500) },
      price: 75,
    })
    return id
  })

const addPromotions = ({ owner, organization_id }: Bare): Promise<string[]> =>
  forEach(texts.length, async (n) => {
    const path = `/api/v1/promotions?organization_id=${organization_id}&type=3`
    const { id } = await owner('POST', path, {
      ...{ name: text(n), description: lines(300), exclusive_group: text(n + 1) },
      // Some are at work, so that tills and bots tell of them.
      ...{ effect: { kind: 'multiplier', times: 2 }, status: n < 5 ? 'running' : 'draft' },
    })
    return id
  })

const addBuyers = ({ owner, organization_id, newPhone }: Bare) =>
  forEach(texts.length, async (n) => {
    const phone = newPhone()
    const { buyer } = await owner('POST', '/api/v1/buyers', { organization_id, phone })
    const { id } = buyer.profile as { id: string }
    await owner('PATCH', `/api/v1/buyers/${id}?organization_id=${organization_id}`, {
      ...{ first_name: text(n), last_name: text(n + 1), city: text(n + 2) },
      ...{ tags: [text(n + 3), text(n + 4)], note: lines(1000) },
    })
    await owner('POST', '/api/v1/buyers/make_handle_accrual', {
      ...{ organization_id, buyer_id: id, amount: 100, reason: 'other', comment: text(n + 5) },
      ...{ notify: false, idempotency_key: crypto.randomUUID() },
    })
    return { id, phone }
  })

/** Points of sale, cashiers and tokens of programs; answers one who may sell. */
async function addStaff({ owner, organization_id, pos_id }: Bare): Promise<Cashier> {
  const added = await forEach(texts.length, async (n) => {
    const pos = { name: text(n), address: text(n + 1), external_code: text(n + 2) }
    if (n === 0) await owner('PATCH', `/api/v1/pos/${pos_id}`, pos)
    else await owner('POST', `/api/v1/pos?organization_id=${organization_id}`, pos)
    const cashier = { pos_id, name: text(n), role: n % 10 === 9 ? 'integration' : 'senior' }
    return owner('POST', '/api/v1/pos/create-pos-register-user', cashier)
  })
  const [{ user, pin }] = added
  return { login: user.login, pin }
}

const addSegments = ({ owner, organization_id }: Bare) =>
  forEach(texts.length, (n) =>
    owner('POST', '/api/v1/segmentations/buyers_segmentation', {
      ...{ organization_id, action: 'create' },
      segment: { name: text(n), filter: { tags: { any: [text(n + 1)] }, cities: [text(n + 2)] } },
    }),
  )

/** Two texts in each, so that one page of news shows all forty. */
const addPosts = (
  { owner, organization_id }: Bare,
  type: 'news' | 'manual_notification',
): Promise<string[]> =>
  forEach(texts.length / 2, async (n) => {
    const said = type === 'news' ? texts : withoutBraces
    const { id } = await owner('POST', `/api/v1/posts?organization_id=${organization_id}`, {
      ...{ type, title: text(n), text: said[(n + texts.length / 2) % said.length] },
      ...{ button_text: short(30)[n % 10], button_url: 'https://kava.example/' },
    })
    return id
  })

async function addBot({ owner, organization_id }: Bare) {
  const bot = { name: text(1), greeting: lines(500) }
  const { id } = await owner('POST', `/api/v1/bots?organization_id=${organization_id}`, bot)
  const { version, card_design, slug } = await owner('GET', `/api/v1/bots/${id}`)
  const design = { ...card_design, title: short(24)[0], back_text: lines(140) }
  await owner('PATCH', `/api/v1/bots/${id}`, { version, card_design: design })
  return { bot_id: id as string, slug: slug as string }
}

/** Sells each buyer three things by their names at the till, and takes one receipt back. */
async function sellToAll(
  { owner, signIn, organization_id }: Bare,
  cashier: Cashier,
  buyers: HostileShop['buyers'],
): Promise<string[]> {
  const till = await signIn(cashier)
  const sold = await forEach(buyers.length, async (n) => {
    const query = new URLSearchParams({ phone: buyers[n]?.phone ?? '', discount_amount: '0' })
    const products = [0, 1, 2].map((more) => ({
      ...{ name: text(n + more), sku: text(n + more + 1), category: text(n + more + 2) },
      ...{ price: 75, quantity: 1 },
    }))
    const body = { number: text(n), products }
    const figures = await till('POST', `/pos-api/v1/receipt?${query.toString()}`, body)
    query.set('receipt_id', figures.receipt_id)
    await till('POST', `/pos-api/v1/bonuses/create?${query.toString()}`, {})
    return figures.receipt_id as string
  })
  const [first = ''] = sold
  const path = `/api/v1/receipts/${first}/cancel?organization_id=${organization_id}`
  await owner('POST', path, { reason: text(6) })
  return sold
}

/** A small shop with a past of chance, and what its raw rows say of it. */
import pg from 'pg'
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { updateBuyer } from '#server/features/buyers/update-buyer.ts'
import { newId } from '#server/io/id.ts'
import type { TestIo } from './open-test-io.ts'
import { knownAccount, knownReceipt, type KnownBuyer } from './reference-segments.ts'
import { giveBonuses } from './buyers.ts'
import { openShop, withToken, type Shop, type Till } from './shop.ts'

/** Numbers of chance, the same for the same seed. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    upTo: (count: number) => Math.floor(next() * count),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    often: (share: number) => next() < share,
  }
}
type Chance = ReturnType<typeof chance>

export const goods = [
  { barcode: '4820000000017', sku: 'CAP', name: 'Капучино', category: 'Кава', price: 65 },
  { barcode: '4820000000024', sku: 'CHZ', name: 'Чизкейк', category: 'Десерти', price: 95 },
  { barcode: '4820000000031', name: 'Лате', category: 'кава', price: 70 },
  { sku: 'TEA', name: 'Чай', category: 'Напої', price: 40 },
  { name: 'Пакет', price: 3 },
  { name: 'Печиво', category: 'Десерти', price: 30 },
] as const

const DAY_MS = 24 * 3600 * 1000
const HOUR_MS = 3600 * 1000

/** Opens a shop and sells in it for a hundred days until now. */
export async function openSegmentShop(
  t: TestIo,
  options: { seed: number; timezone: string; buyers: number; sales: number; bonuses?: object },
): Promise<Shop> {
  const at = chance(options.seed)
  const now = t.clock.now()
  t.clock.set(new Date(now.getTime() - 100 * DAY_MS))
  const general = { spend_confirmation: 'none' }
  const bonuses = { max_pay_percent: 50, ...options.bonuses }
  const shop = await openShop(t, { program: { general, bonuses } })
  const { organization_id } = shop
  const { timezone } = options
  const zoned = await shop.owner.inject('PATCH', `/api/v1/organizations/${organization_id}`, {
    version: shop.organization.version,
    timezone,
  })
  if (zoned.status !== 200) throw new Error(JSON.stringify(zoned.body))
  // Its trial would be over after two weeks.
  await asOwner(t, (client) =>
    client.query(`update license set expires_at = '2030-01-01' where id = $1`, [shop.license_id]),
  )
  const till = await openProgram(t, shop)
  const people: { phone: string; buyer_id: string }[] = []
  for (let index = 0; index < options.buyers; index += 1) {
    const phone = `+38063${String(options.seed * 10_000 + index).padStart(7, '0')}`
    const via = at.of(['till', 'cabinet', 'import'] as const)
    const { buyer_id } = await registerBuyer(t.io, { organization_id, phone, via })
    if (at.often(0.4))
      await giveBonuses(shop, buyer_id, 50, { lifetime_days: at.of([100, 104, 130]) })
    people.push({ phone, buyer_id })
  }
  const moments = Array.from({ length: options.sales }, () => at.upTo(100 * 24) * HOUR_MS)
  for (const moment of moments.toSorted((a, b) => a - b)) {
    t.clock.set(new Date(now.getTime() - 100 * DAY_MS + moment + at.upTo(HOUR_MS)))
    await sellSomething(t, till, at, at.of(people).phone)
  }
  t.clock.set(now)
  for (const { buyer_id } of people) await describe(t, at, { organization_id, buyer_id })
  return shop
}

async function openProgram(t: TestIo, shop: Shop): Promise<Till> {
  const answer = await shop.owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
    name: 'Каса',
    role: 'integration',
    pos_ids: [shop.pos_id],
  })
  const { token, user } = answer.data
  return { user, pin: '', token, inject: withToken(t, token) }
}

async function sellSomething(t: TestIo, till: Till, at: Chance, phone: string): Promise<void> {
  const products = Array.from({ length: 1 + at.upTo(3) }, () => ({
    ...at.of(goods),
    quantity: 1 + at.upTo(3),
    ...(at.often(0.3) && { discount_amount: 1 }),
  }))
  const receipt = at.often(0.1) ? { total: 50 + at.upTo(100) } : { products }
  const receipt_id = newId(t.clock.now())
  const query = `receipt_id=${receipt_id}&phone=${encodeURIComponent(phone)}`
  const spend = at.often(0.3) ? 1 : 0
  const url = `/pos-api/v1/bonuses/create?${query}&discount_amount=`
  let made = await till.inject('POST', `${url}${spend}`, { receipt })
  if (made.status === 422) made = await till.inject('POST', `${url}0`, { receipt })
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  if (!at.often(0.25)) return
  t.clock.advance(60_000)
  const part = 'products' in receipt && at.often(0.6) ? { lines: [{ line: 1, quantity: 1 }] } : {}
  const back = `/pos-api/v1/bonuses/cancel?receipt_id=${receipt_id}`
  const answer = await till.inject('POST', back, part)
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
}

async function describe(
  t: TestIo,
  at: Chance,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await updateBuyer(t.io, { user_id: key.organization_id }, key, {
    ...(at.often(0.7) && {
      birthday: at.of(['1990-11-21', '2004-02-29', '1961-12-04', '2008-11-22', '1999-12-31']),
    }),
    ...(at.often(0.6) && { gender: at.of(['female', 'male'] as const) }),
    ...(at.often(0.6) && { city: at.of(['Київ', 'київ', 'Львів']) }),
    tags: ['vip', 'сусід', 'гурт'].filter(() => at.often(0.4)),
  })
}

/**
 * Half of the receipts as if they were sold elsewhere, some consents and friends, chats, ratings, and
 * what came of a mailing.
 */
export async function shuffleShop(
  t: TestIo,
  shop: Shop,
  other_pos_id: string,
  post_id: string,
): Promise<void> {
  await asOwner(t, async (client) => {
    await reachSome(client, shop.organization_id, post_id, t.clock.now())
    const ids = [shop.organization_id]
    await client.query(
      `update receipt set pos_id = $2 where organization_id = $1
        and ('x' || right(id::text, 2))::bit(8)::int % 3 = 0`,
      [...ids, other_pos_id],
    )
    await client.query(
      `update buyer set consent_messages = right(phone, 1) in ('1', '3', '5', '6'),
        messengers = case right(phone, 1) when '1' then '{telegram}'::text[]
          when '2' then '{telegram,viber}' when '3' then '{viber}' else '{}' end
      where organization_id = $1`,
      ids,
    )
    await client.query(
      `update buyer b set referred_by = (select min(id::text)::uuid from buyer o
        where o.organization_id = b.organization_id)
        where organization_id = $1 and right(phone, 1) in ('2', '5')`,
      ids,
    )
  })
}

/** Rows as bots and mailings would leave them; who gets which is told by the end of the phone. */
async function reachSome(
  client: pg.Client,
  organization_id: string,
  post_id: string,
  now: Date,
): Promise<void> {
  // Only what filters look at is there: neither bots nor the mailing's own text.
  await client.query('set session_replication_role = replica')
  const insert = (into: string, select: string, ends: string, more: unknown[] = []) =>
    client.query(
      `insert into ${into} select ${select} from buyer b join (values ${ends}) as e
        on e.column1 = right(b.phone, 1) where b.organization_id = $1`,
      [organization_id, ...more],
    )
  await insert(
    `subscriber (organization_id, id, client_id, type, user_id, name, buyer_id, language, step,
      memory, version, marketing, notify_bonuses, notify_rating, blocked_at, chosen_at,
      last_active_at, created_at)`,
    `b.organization_id, gen_random_uuid(), gen_random_uuid(), 'telegram', b.id::text, '', b.id, 'uk',
      e.column2, '{}', 1, e.column3, true, true, e.column4::timestamptz, $2::timestamptz,
      $2::timestamptz, $2::timestamptz`,
    `('1', 'active', true, null), ('2', 'active', true, '2026-11-01Z'), ('2', 'active', false, null),
      ('3', 'active', true, '2026-11-01Z'), ('5', 'active', null, null), ('7', 'forgotten', true, null)`,
    [now],
  )
  await insert(
    `visit_rating (organization_id, receipt_id, buyer_id, subscriber_id, stars, created_at)`,
    `b.organization_id, gen_random_uuid(), b.id, gen_random_uuid(), e.column2,
      $2::timestamptz - e.column3 * interval '1 day'`,
    `('1', 5, 9), ('1', 2, 3), ('4', 4, 1), ('6', 1, 20), ('6', 5, 2)`,
    [now],
  )
  await insert(
    `post_recipient (organization_id, post_id, buyer_id, subscriber_id, client_id, state, clicked_at)`,
    `b.organization_id, $2::uuid, b.id, gen_random_uuid(), gen_random_uuid(), e.column2,
      e.column3::timestamptz`,
    `('1', 'sent', '2026-11-01Z'), ('2', 'sent', null), ('3', 'control', null), ('5', 'failed', null)`,
    [post_id],
  )
  await insert(
    `bot_message (organization_id, id, client_id, subscriber_id, buyer_id, kind, source, priority,
      body, state, attempts, due_at, sent_at, created_at)`,
    `b.organization_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), b.id, 'post', '',
      e.column2, '{}', e.column3, 1, $2::timestamptz, $2::timestamptz - e.column4 * interval '1 day',
      $2::timestamptz`,
    `('1', 2, 'sent', 3), ('2', 2, 'sent', 10), ('4', 1, 'sent', 1), ('5', 2, 'skipped', 1)`,
    [now],
  )
  await client.query('set session_replication_role = origin')
}

/** All that the raw rows of a shop say of its buyers. */
export async function readShop(
  t: TestIo,
  organization_id: string,
  since: string | null,
): Promise<KnownBuyer[]> {
  return asOwner(t, async (client) => {
    const { rows: buyers } = await client.query(
      `select b.id, b.birthday::text, b.gender, b.city, b.tags, b.consent_messages, b.messengers, b.joined_at,
        b.joined_via, b.referred_by, a.*,
        (select coalesce(jsonb_agg(jsonb_build_object('blocked', s.blocked_at is not null,
          'marketing', s.marketing)), '[]') from subscriber s
          where s.buyer_id = b.id and s.step = 'active') as chats,
        array(select v.stars from visit_rating v where v.buyer_id = b.id
          order by v.created_at desc) as stars,
        (select coalesce(jsonb_agg(jsonb_build_object('post_id', r.post_id,
          'tapped', r.clicked_at is not null)), '[]') from post_recipient r
          where r.buyer_id = b.id and r.state = 'sent') as mailings,
        array(select m.sent_at from bot_message m where m.buyer_id = b.id and m.priority = 2
          and m.state = 'sent') as advertised, encode(a.last_hash, 'hex') as last_hash,
        (select coalesce(sum(turnover), 0)::int from account_day s where s.buyer_id = b.id
          and s.day >= $2::date) as rolling_turnover
      from buyer b join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
      where b.organization_id = $1`,
      [organization_id, since],
    )
    const { rows: receipts } = await client.query(
      `select r.*, (select count(*)::int from cancellation c
        where c.organization_id = r.organization_id and c.receipt_id = r.id) as cancellations
      from receipt r where r.organization_id = $1`,
      [organization_id],
    )
    const numbers = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
        ]),
      )
    return buyers.map((row) => ({
      ...row,
      account: knownAccount({
        ...numbers(row),
        lot_amounts: row.lot_amounts.map(Number),
        lot_remaining: row.lot_remaining.map(Number),
      } as never),
      receipts: receipts
        .filter((receipt) => receipt.buyer_id === row.id)
        .map((receipt) => knownReceipt(numbers(receipt) as never)),
    }))
  })
}

async function asOwner<T>(t: TestIo, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: t.owner_url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Fills a shop with buyers and a year of their receipts, by SQL into the real tables, minutes for
 * millions. What the program keeps beside receipts (accounts, sums by day, visits, what was bought)
 * is summed from the very same rows. It is no ledger that a check would pass: hashes are not real.
 */
import type pg from 'pg'
import { addMovements } from '#server/features/segments/movement-store.ts'
import { addOwed } from '#server/features/segments/owed-store.ts'
import { takeTime } from '#server/features/segments/purchase-store.ts'
import { returnsAnew } from '#server/features/segments/return-store.ts'
import { addSales } from '#server/features/segments/sale-store.ts'
import { inTransaction, type Db } from '#server/io/db.ts'

export type Filling = {
  organization_id: string
  buyers: number
  receipts: number
  pos_ids: readonly string[]
  /** What a real receipt of the product holds. */
  content: string
}

const DAYS = 365
const FIRST = ['Олена', 'Ірина', 'Марко', 'Тарас', 'Софія', 'Андрій', 'Дарина', 'Юрій', 'Ніна']
const LAST = ['Коваль', 'Бондар', 'Мельник', 'Ткач', 'Шевчук', 'Гриценко', 'Лисенко', 'Кравець']
const PRODUCTS = 20

/** A key of version 7 that was made at a moment; `seed` tells keys of one moment apart. */
const keyAt = (moment: string, seed: string) =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`

const oneOf = (names: readonly string[], number: string) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + ${number} % ${names.length}]`

/** One in a thousand is not served. */
const STATUS = `case when n % 1000 = 7 then 'blocked' else 'active' end`
const zone = `at time zone 'Europe/Kyiv'`

/** Who they are, and when each of them bought; both are dropped with the connection. */
const make = (filling: Filling) => `
  drop table if exists people, sold;
  create temp table people as
  select n, ${keyAt('joined_at', `'b' || n`)} as id, joined_at
  from (select n, now() - interval '${2 * DAYS} days'
      + n * interval '${2 * DAYS - 40} days' / ${filling.buyers} as joined_at
    from generate_series(0, ${filling.buyers - 1}) as n) as b;
  create index on people (n);
  create temp table sold as
  select n, buyer_id, ${keyAt('made_at', `'r' || n`)} as id, made_at, (made_at ${zone})::date as day,
    (array[${filling.pos_ids.map((id) => `'${id}'`).join(', ')}]::uuid[])
      [1 + (n * 31) % ${filling.pos_ids.length}] as pos_id,
    4000 + (n * 7919) % 36000 as paid, 200 + (n * 7919) % 36000 / 20 as accrual,
    (n * 13 + n / ${filling.buyers} * 7) % ${PRODUCTS} as product
  from (select r.n, p.id as buyer_id, greatest(p.joined_at, now() - interval '${DAYS} days')
      + (now() - interval '2 hours' - greatest(p.joined_at, now() - interval '${DAYS} days'))
        * (((r.n * 104729 + r.n / ${filling.buyers} * 27644437) % 100000) / 100000.0) as made_at
    from generate_series(0::bigint, ${filling.receipts - 1}) as r(n)
      join people p on p.n = (r.n * 7919) % ${filling.buyers}) as r;
  analyze people; analyze sold;
`

/** Every table that a sale reaches, in one pass each. `$shop` and `$content` are set before. */
const statements = [
  `insert into buyer (organization_id, id, phone, phone_hash, first_name, last_name, status,
      card_code, joined_at, joined_via, tags, messengers, consent_messages, birthday, city,
      created_at, updated_at)
    select shop(), id, '+38' || (0500000000 + n * 37 % 499999999)::text, md5(shop()::text || n),
      ${oneOf(FIRST, 'n')}, ${oneOf(LAST, '(n / 9)')} || ' ' || n, ${STATUS},
      upper(substr(md5(shop()::text || 'c' || n), 1, 16)), joined_at, 'till',
      case n % 10 when 3 then '{постійні}'::text[] when 0 then '{не були}' else '{}' end,
      case when n % 3 = 0 then '{telegram}'::text[] else '{}' end, n % 2 = 0,
      case when n % 4 = 0 then date '1970-01-01' + (n % 14000)::int end,
      case when n % 5 = 0 then 'Київ' end, joined_at, joined_at
    from people`,
  `insert into receipt (organization_id, id, version, status, buyer_id, pos_id, day, request_hash,
      program_version, gross, till_discount, promotion_discount, level_discount, bonuses_spent,
      to_pay, accrual, balance_after, pending_after, debt_after, registered, offline, content,
      occurred_at, created_at)
    select shop(), id, 1, 'completed', case when n % 10 > 0 then buyer_id end, pos_id, day, md5(id::text), 1, paid, 0,
      0, 0, 0, paid, accrual, accrual, 0, 0, false, false, current_setting('bench.content'),
      made_at, made_at
    from sold order by made_at`,
  `insert into entry (organization_id, buyer_id, number, kind, amount, debt_change, balance_after,
      debt_after, lot_numbers, lot_amounts, expires_at, receipt_id, source, actor, pos_id, day, created_at,
      prev_hash, hash)
    select shop(), buyer_id, row_number() over (partition by buyer_id order by made_at), 'accrual',
      accrual, 0, accrual, 0, '{1}', array[accrual],
      (day + 180)::timestamp ${zone}, id, 'receipt:' || id, 'cashier:' || pos_id,
      pos_id, day, made_at, '\\x00', decode(md5(id::text), 'hex')
    from sold where n % 10 > 0 order by made_at`,
  `insert into account (organization_id, buyer_id, version, entries, last_hash, balance, debt,
      turnover, year, year_turnover, last_year_turnover, receipts, last_receipt_at, level,
      lot_numbers, lot_kinds, lot_amounts, lot_remaining, lot_active_from, lot_expires_at)
    select shop(), p.id, 1, coalesce(s.receipts, 0), '\\x00', coalesce(s.accrual, 0), 0,
      coalesce(s.paid, 0), extract(year from now()), coalesce(s.paid, 0), 0,
      coalesce(s.receipts, 0), s.last_at, 1, case when s.accrual > 0 then '{1}' else '{}' end::int[],
      case when s.accrual > 0 then '{accrual}' else '{}' end::text[],
      case when s.accrual > 0 then array[s.accrual] else '{}' end,
      case when s.accrual > 0 then array[s.accrual] else '{}' end,
      case when s.accrual > 0 then array[s.last_at] else '{}' end,
      case when s.accrual > 0 then array[s.last_at + interval '180 days'] else '{}' end
    from people p left join (select buyer_id, count(*) as receipts, sum(paid)::bigint as paid,
        sum(accrual)::bigint as accrual, max(made_at) as last_at
      from sold where n % 10 > 0 group by 1) s on s.buyer_id = p.id`,
  `insert into buyer_tally (organization_id, status, buyers)
    select shop(), ${STATUS}, count(*) from people group by 2`,
  `insert into buyer_order
    select organization_id, buyer_id, last_receipt_at, balance, turnover, receipts from account
    where organization_id = shop() on conflict do nothing`,
  `insert into account_day (organization_id, buyer_id, day, turnover, receipts)
    select shop(), buyer_id, day, sum(paid), count(*) from sold where n % 10 > 0 group by 2, 3`,
  `insert into pos_day (organization_id, day, pos_id, receipts, member_receipts, cancelled, gross,
      paid, member_paid, refunded, member_refunded, accrued, withdrawn, spent, returned, expired,
      given, taken)
    select shop(), day, pos_id, count(*), count(*) filter (where n % 10 > 0), 0, sum(paid), sum(paid),
      sum(paid) filter (where n % 10 > 0), 0, 0, sum(accrual), 0, 0, 0, 0, sum(accrual), 0
    from sold group by 2, 3
    on conflict do nothing`,
  `insert into buyer_visit (organization_id, buyer_id, day, pos_id, receipts, discounted, refunds,
      paid, spent)
    select shop(), buyer_id, day, pos_id, count(*), 0, 0, sum(paid), 0
    from sold where n % 10 > 0 group by 2, 3, 4`,
  `insert into buyer_habit (organization_id, buyer_id, first_day, last_day, receipts, discounted,
      refunds, spent, gap_days)
    select shop(), buyer_id, min(day), max(day), count(*), 0, 0, 0,
      case when count(distinct day) > 2 then (max(day) - min(day)) / (count(distinct day) - 1) end
    from sold where n % 10 > 0 group by 2`,
  `insert into bought_product (organization_id, key, barcode, category, name)
    select shop(), 'barcode ' || (100000 + n), (100000 + n)::text,
      case when n % 2 = 0 then 'Кава' else 'Десерти' end, 'Товар ' || n
    from generate_series(0, ${PRODUCTS - 1}) as n`,
  `insert into bought (organization_id, product, day, buyer_id, times, quantity, amount)
    select shop(), p.number, s.day, s.buyer_id, count(*), count(*) * 1000, sum(s.paid)
    from sold s join bought_product p
      on p.organization_id = shop() and p.barcode = (100000 + s.product)::text
    where s.n % 10 > 0 group by 2, 3, 4`,
]

/** Fills one shop, or with `others` that many more with as much each, which have no owner. */
export async function fillShop(
  { client, db }: { client: pg.Client; db: Db },
  filling: Filling,
  others = 0,
): Promise<void> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '256MB'`)
  // The job that gathers purchases has nothing to do meanwhile.
  await markGathered(client, `now() + interval '1 day'`)
  await client.query(`select set_config('bench.content', $1, false)`, [filling.content])
  await client.query(make(filling))
  for (let shop = 0; shop <= others; shop += 1) {
    const { rows } = await client.query<{ id: string }>('select gen_random_uuid() as id')
    const id = shop === 0 ? filling.organization_id : (rows[0]?.id ?? '')
    await client.query(`create or replace function pg_temp.shop() returns uuid language sql immutable
      as $$ select '${id}'::uuid $$`)
    for (const statement of statements)
      await client.query(statement.replaceAll('shop()', 'pg_temp.shop()'))
    await gatherRest(db, id)
  }
  await markGathered(client, 'now()')
  await client.query('set session_replication_role = origin')
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}

/** The sums that the product itself can make of a whole shop at once. */
const gatherRest = (db: Db, organization_id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await takeTime(tx, 3600)
    const part = { organization_id, from: new Date(0), to: new Date() }
    await addSales(tx, part)
    await addMovements(tx, part)
    await addOwed(tx, part)
    await returnsAnew(tx, organization_id)
  })

const markGathered = (client: pg.Client, until: string) =>
  client.query(`insert into purchase_progress (id, read_until) values (1, ${until})
    on conflict (id) do update set read_until = excluded.read_until`)

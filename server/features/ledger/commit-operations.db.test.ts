import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import {
  cancellationOf,
  granting,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  receiptOf,
  sale,
  type LedgerShop,
} from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { commitOperations, commitTogether, type Operation } from './commit-operations.ts'
import { openPromotionUsage } from './read-account.ts'

let t: TestIo
let shop: LedgerShop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = ledgerShop(t)
})
afterAll(async () => {
  await t.close()
})

const commitOne = async (operation: Operation) => (await commitOperations(t.io, [operation]))[0]

/** Rows of every table the commit writes, for one organization. */
async function counted(organization_id: string) {
  const count = async (table: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)}
      where organization_id = ${organization_id}`.execute(t.io.db)
    return rows[0]?.n
  }
  const tables = ['entry', 'receipt', 'receipt_number', 'cancellation', 'pos_day', 'account_day']
  const names = [...tables, 'announcement', 'ledger_answer']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])))
}

/** A sale with everything an operation can carry. */
function fullSale(
  account: Parameters<typeof sale>[2],
  parts: { id?: string; number?: string; key?: string },
) {
  const id = parts.id ?? newId(t.clock.now())
  return {
    ...sale(t, shop, account, { earn: 500 }, { id, number: parts.number ?? id.slice(-12) }),
    announcements: [{ fact: 'receipt_completed', payload: { receipt_id: id } }],
    answer: { key: parts.key ?? id, request_hash: 'asked', body: '{"answer":1}' },
  }
}

describe('one operation', () => {
  test('writes the account, entries, receipt, number, sums, announcement and answer', async () => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    const operation = fullSale(account, {})
    expect(await commitOne(operation)).toEqual({ status: 'committed' })
    expect(await counted(shop.organization_id)).toEqual({
      entry: 1,
      receipt: 1,
      receipt_number: 1,
      cancellation: 0,
      pos_day: 1,
      account_day: 1,
      announcement: 1,
      ledger_answer: 1,
    })
    const after = await readTestAccount(t, account)
    expect(after).toEqual(operation.change?.account)
    expect(after).toMatchObject({ version: 1, entries: 1, balance: 500, turnover: 10_000 })
  })

  test('with a stale version writes nothing at all', async () => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    await commitOne(operationOf(t, shop, granting(t, account, 100)))
    const before = await counted(shop.organization_id)
    expect(await commitOne(fullSale(account, {}))).toEqual({ status: 'stale' })
    expect(await counted(shop.organization_id)).toEqual(before)
  })

  test.each([
    ['the receipt id', { id: 'same' }, { status: 'duplicate_receipt', request_hash: 'asked' }],
    [
      'the Idempotency-Key',
      { key: 'same' },
      { status: 'duplicate_key', request_hash: 'asked', body: '{"answer":1}' },
    ],
    ['the number of the till', { number: 'A-1' }, { status: 'duplicate_number' }],
  ])('that repeats %s writes nothing and is told apart', async (_, same, expected) => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    const parts = { ...same, ...('id' in same && { id: newId(t.clock.now()) }) }
    const first = fullSale(account, { ...parts, ...('id' in same && { key: 'one' }) })
    await commitOne(first)
    const before = await counted(shop.organization_id)
    const again = fullSale(await readTestAccount(t, account), {
      ...parts,
      ...('id' in same && { key: 'two', number: 'other' }),
    })
    expect(await commitOne(again)).toMatchObject(expected)
    expect(await counted(shop.organization_id)).toEqual(before)
    expect(await readTestAccount(t, account)).toEqual(first.change?.account)
  })

  test('that moves an account twice for one reason is refused as a duplicate', async () => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    await commitOne(
      operationOf(t, shop, granting(t, account, 100, { kind: 'welcome', source: 'welcome:x' })),
    )
    const again = granting(t, await readTestAccount(t, account), 100, {
      kind: 'welcome',
      source: 'welcome:x',
    })
    expect(await commitOne(operationOf(t, shop, again))).toEqual({ status: 'duplicate_source' })
    expect(await readTestAccount(t, account)).toMatchObject({ version: 1, balance: 100 })
  })

  test('may be a sale without a member', async () => {
    shop = ledgerShop(t)
    const receipt = receiptOf(t, { gross: 700 })
    expect(await commitOne(operationOf(t, shop, null, { receipt }))).toEqual({
      status: 'committed',
    })
    expect(await commitOne(operationOf(t, shop, null, { receipt }))).toMatchObject({
      status: 'duplicate_receipt',
    })
    const day = await t.io.db
      .selectFrom('pos_day')
      .selectAll()
      .where('organization_id', '=', shop.organization_id)
      .executeTakeFirstOrThrow()
    expect(day).toMatchObject({ receipts: 1, member_receipts: 0, gross: 700, paid: 700 })
  })

  test('that contradicts itself never reaches the database', async () => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    const change = granting(t, account, 100)
    change.account.balance += 1
    await expect(commitOne(operationOf(t, shop, change))).rejects.toThrow('contradicts itself')
  })
})

describe('a cancellation', () => {
  test('of a sale without a member is written once, of 16 at once', async () => {
    shop = ledgerShop(t)
    const receipt = receiptOf(t, { gross: 900 })
    await commitOne(operationOf(t, shop, null, { receipt }))
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () =>
        commitOne(operationOf(t, shop, null, { cancellation: cancellationOf(t, receipt) })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome?.status === 'committed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome?.status === 'stale')).toHaveLength(15)
    const row = await t.io.db
      .selectFrom('receipt')
      .selectAll()
      .where('id', '=', receipt.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'cancelled', version: 2, refunded: 900 })
    expect(await counted(shop.organization_id)).toMatchObject({ cancellation: 1 })
  })

  test('decided from an older state of the receipt is stale, and the account stays', async () => {
    shop = ledgerShop(t)
    const account = await openTestAccount(t, shop)
    const sold = sale(t, shop, account, { earn: 500 })
    await commitOne(sold)
    if (!sold.receipt) throw new Error('no receipt')
    const read = await readTestAccount(t, account)
    const cancellation = { ...cancellationOf(t, sold.receipt), receipt_version: 0 }
    const outcome = await commitOne(operationOf(t, shop, granting(t, read, 10), { cancellation }))
    expect(outcome).toEqual({ status: 'stale' })
    expect(await readTestAccount(t, account)).toEqual(read)
  })
})

describe('many operations', () => {
  test('of different buyers are one statement, and each is answered for itself', async () => {
    shop = ledgerShop(t)
    const accounts = await Promise.all(Array.from({ length: 32 }, () => openTestAccount(t, shop)))
    const operations = accounts.map((account) => fullSale(account, {}))
    const stale = operations[5]
    if (!stale?.change) throw new Error('no change')
    stale.change.account.version += 1
    const outcomes = await commitOperations(t.io, operations)
    expect(outcomes.map(({ status }) => status)).toEqual(
      accounts.map((_, index) => (index === 5 ? 'stale' : 'committed')),
    )
    expect(await counted(shop.organization_id)).toMatchObject({
      entry: 31,
      receipt: 31,
      pos_day: 1,
    })
  })

  test('with the same new receipt id in one batch: exactly one is written', async () => {
    shop = ledgerShop(t)
    const [a, b] = [await openTestAccount(t, shop), await openTestAccount(t, shop)]
    const id = newId(t.clock.now())
    const outcomes = await commitOperations(t.io, [
      fullSale(a, { id, key: 'one', number: '1' }),
      fullSale(b, { id, key: 'two', number: '2' }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['committed', 'duplicate_receipt'])
    expect(await counted(shop.organization_id)).toMatchObject({ entry: 1, receipt: 1 })
  })

  test('that belong together are written all or none', async () => {
    shop = ledgerShop(t)
    const [a, b] = [await openTestAccount(t, shop), await openTestAccount(t, shop)]
    const together = () => [
      operationOf(t, shop, granting(t, a, 5)),
      operationOf(t, shop, granting(t, b, 5)),
    ]
    await commitOne(operationOf(t, shop, granting(t, b, 1)))
    expect(await commitTogether(t.io, together())).toEqual([
      { status: 'stale' },
      { status: 'stale' },
    ])
    expect(await readTestAccount(t, a)).toMatchObject({ version: 0, balance: 0 })
  })
})

describe('the statement', () => {
  const mixtures = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
    claims: (bits & 1) !== 0,
    cancellations: (bits & 2) !== 0,
    once: (bits & 4) !== 0,
  }))
  test.each(mixtures)(
    'with claims $claims, cancellations $cancellations, gifts $once does all of them',
    async (mixture) => {
      shop = ledgerShop(t)
      const { organization_id } = shop
      const next = () => openTestAccount(t, shop)
      const operations: Operation[] = [fullSale(await next(), {})]
      const promotion_id = newId(t.clock.now())
      const key = { organization_id, promotion_id }
      await t.io.db.transaction().execute((tx) => openPromotionUsage(tx, key))
      if (mixture.claims) {
        const limits = { max_uses: null, budget: null }
        const claim = { promotion_id, uses: 1, amount: 0, discount: 0, bonuses: 0, ...limits }
        operations.push({ ...sale(t, shop, await next(), { earn: 100 }), claims: [claim] })
      }
      if (mixture.cancellations) {
        const receipt = receiptOf(t, { gross: 900 })
        await commitOne(operationOf(t, shop, null, { receipt }))
        operations.push(operationOf(t, shop, null, { cancellation: cancellationOf(t, receipt) }))
      }
      if (mixture.once) {
        const once = [{ gift: 'on_join', who: organization_id, source: 'gift:on_join' }]
        const change = granting(t, await next(), 5_000, { source: 'gift:on_join' })
        operations.push(operationOf(t, shop, change, { once }))
      }
      const before = await counted(organization_id)
      const outcomes = await commitOperations(t.io, operations)
      expect(outcomes).toEqual(operations.map(() => ({ status: 'committed' })))
      const { rows } = await sql<{ uses: number; given: number }>`
      select (select uses from promotion_usage where organization_id = ${organization_id}) as uses,
        (select count(*) from granted_once where organization_id = ${organization_id}) as given
    `.execute(t.io.db)
      expect(rows).toEqual([{ uses: Number(mixture.claims), given: Number(mixture.once) }])
      const after = await counted(organization_id)
      expect(after['cancellation']).toBe(Number(mixture.cancellations))
      expect(after['receipt']).toBe((before['receipt'] ?? 0) + 1 + Number(mixture.claims))
    },
  )

  test('is planned once a connection, not once a run', async () => {
    shop = ledgerShop(t)
    let account = await openTestAccount(t, shop)
    for (let round = 0; round < 12; round += 1) {
      await commitOne(operationOf(t, shop, granting(t, account, 100, { source: `${round}` })))
      account = await readTestAccount(t, account)
    }
    const connections = await Promise.all(Array.from({ length: 8 }, () => t.io.pool.connect()))
    const plans = { general: 0, special: 0 }
    for (const connection of connections) {
      const { rows } = await connection.query<{ generic_plans: number; custom_plans: number }>(
        `select generic_plans, custom_plans from pg_prepared_statements where name like 'ledger_commit%'`,
      )
      for (const row of rows) {
        plans.general += row.generic_plans
        plans.special += row.custom_plans
      }
      connection.release()
    }
    expect(plans.general).toBeGreaterThan(11)
    expect(plans.special).toBe(0)
  })
})

describe('the database by itself', () => {
  test.each([
    ['update entry set amount = 1', /permission denied/],
    ['delete from entry', /permission denied/],
    ['truncate entry', /permission denied/],
  ])('refuses the program: %s', async (statement, message) => {
    await expect(sql.raw(statement).execute(t.io.db)).rejects.toThrow(message)
  })

  test.each(['update entry set amount = 1', 'delete from entry', 'truncate entry'])(
    'refuses even the owner of the schema: %s',
    async (statement) => {
      const owner = openDatabase(t.owner_url, { pool: 2 })
      await expect(owner.pool.query(statement)).rejects.toThrow('never changed')
      await owner.close()
    },
  )

  test('refuses a negative balance and an empty lot', async () => {
    shop = ledgerShop(t)
    const { buyer_id } = await openTestAccount(t, shop)
    const update = (set: string) =>
      sql`update account set ${sql.raw(set)} where buyer_id = ${buyer_id}`.execute(t.io.db)
    await expect(update('balance = -1')).rejects.toThrow(/owed/)
    await expect(update('debt = -1')).rejects.toThrow(/owed/)
    await expect(update("lot_remaining = '{5,0}'")).rejects.toThrow(/lot_amounts/)
  })
})

import type pg from 'pg'

const tables = ['buyer', 'account', 'entry', 'receipt', 'account_day', 'pos_day'] as const

/**
 * What a copy has of its own. It is old: jobs that read what is new have long taken it, as they
 * have of a shop that grew by itself.
 */
const copied: Record<string, string> = {
  organization_id: '$1::uuid',
  created_at: "created_at - interval '400 days'",
}

/** Every column of a table, and what a copy in the organization `$1` has in it. */
async function columnsOf(
  client: pg.Client,
  table: string,
): Promise<{ names: string; values: string }> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  return {
    names: names.join(', '),
    values: names.map((name) => copied[name] ?? name).join(', '),
  }
}

/**
 * Grows the tables to about `size` receipts by copying the shop's rows to shops that do not exist:
 * indexes and heaps become as large as if they had sold. Answers how many receipts there are.
 */
export async function growTo(
  client: pg.Client,
  organization_id: string,
  size: number,
): Promise<number> {
  const count = async () =>
    Number((await client.query<{ n: string }>('select count(*) as n from receipt')).rows[0]?.n)
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from receipt where organization_id = $1',
    [organization_id],
  )
  const own = Math.max(1, Number(rows[0]?.n))
  await client.query('set session_replication_role = replica')
  const columns: Awaited<ReturnType<typeof columnsOf>>[] = []
  for (const table of tables) columns.push(await columnsOf(client, table))
  for (let present = await count(); present + own / 2 < size; present += own) {
    const { rows: made } = await client.query<{ id: string }>('select gen_random_uuid() as id')
    for (const [index, table] of tables.entries()) {
      const { names, values } = columns[index] ?? { names: '', values: '' }
      await client.query(
        `insert into ${table} (${names}) select ${values} from ${table} where organization_id = '${organization_id}' on conflict do nothing`,
        [made[0]?.id],
      )
    }
  }
  await client.query('set session_replication_role = origin')
  // What autovacuum does along the way of years would fall into the first minute after.
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  return count()
}

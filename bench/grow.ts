import type pg from 'pg'

const tables = ['buyer', 'account', 'entry', 'receipt', 'account_day', 'pos_day'] as const

/** Every column of a table, with the organization replaced by `$1`. */
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
    values: names.map((name) => (name === 'organization_id' ? '$1::uuid' : name)).join(', '),
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
  await client.query('analyze')
  await client.query('checkpoint')
  return count()
}

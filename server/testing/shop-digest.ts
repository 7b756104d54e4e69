/** What the database holds of a shop, seen as the owner of the schema. */
import pg from 'pg'

type Row = Record<string, string>

async function ask<T>(
  owner_url: string,
  work: (query: (text: string, values: string[]) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    return await work(async (text, values) => (await client.query<Row>(text, values)).rows)
  } finally {
    await client.end()
  }
}

const tablesOfShops = `select table_name as name, column_name as column
   from information_schema.columns
  where table_schema = 'public'
    and (column_name = 'organization_id' or (table_name = 'organization' and column_name = 'id'))`

/** A digest of everything that belongs to an organization, table by table. */
export const digestOf = (owner_url: string, organization_id: string): Promise<Row> =>
  ask(owner_url, async (query) => {
    const digests: Row = {}
    for (const { name = '', column } of await query(tablesOfShops, [])) {
      const [row] = await query(
        `select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as digest
           from ${name} r where ${column} = $1`,
        [organization_id],
      )
      digests[name] = row?.['digest'] ?? ''
    }
    return digests
  })

/** Every UUID that the rows of an organization hold, its own among them. */
export const uuidsOf = (owner_url: string, organization_id: string): Promise<Set<string>> =>
  ask(owner_url, async (query) => {
    const found = new Set<string>()
    for (const { name = '', column } of await query(tablesOfShops, [])) {
      const rows = await query(
        `select distinct (regexp_matches(r::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]
            as id from ${name} r where ${column} = $1`,
        [organization_id],
      )
      for (const { id = '' } of rows) found.add(id)
    }
    return found
  })

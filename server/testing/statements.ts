/** Which statements the product sends, and whether each keeps to one shop, by PostgreSQL's own plans. */
import pg from 'pg'

/** Collects the texts of all statements of this process while `work` runs. */
export async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const seen = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function collect(this: pg.Client, ...given: unknown[]) {
    const [config] = given as [string | { text?: string }]
    const text = typeof config === 'string' ? config : config?.text
    if (text !== undefined) seen.add(text)
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return [...seen].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
}

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
] as const

type Plan = Partial<Record<(typeof CONDITIONS)[number], string>> & {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: Plan[]
}

const conditionsOf = (plan: Plan): string => CONDITIONS.map((name) => plan[name] ?? '').join(' ')

/** The partitions, each with the table that it is a part of. */
async function wholesOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ part: string; whole: string }>(
    `select c.relname as part, pg_partition_root(c.oid)::regclass::text as whole from pg_class c
      where c.relispartition and c.relkind = 'r'`,
  )
  return new Map(rows.map(({ part, whole }) => [part, whole]))
}

/**
 * The reads of a shop's tables in a statement that are not held to an organization, as `table alias`.
 * `by` says how the others are: by a value that the statement was given, or by another row of it
 * (many shops in one statement). Asked of the plan, because there a condition is told wherever it
 * was written: in WHERE, in JOIN, around a subquery.
 */
export async function unheldIn(client: pg.Client, text: string, tenants: ReadonlySet<string>) {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, costs off, format json) ${text}`,
  )
  const wholes = await wholesOf(client)
  const unheld: string[] = []
  const by = new Set<'value' | 'row'>()
  const walk = (plan: Plan, above: string) => {
    const relation = plan['Relation Name']
    const table = relation && (wholes.get(relation) ?? relation)
    const own = conditionsOf(plan)
    const is_scan = plan['Node Type'].includes('Scan')
    if (table !== undefined && tenants.has(table) && is_scan) {
      // Of a table in parts each part has a number behind the alias that the conditions name.
      const named = plan.Alias ?? table
      const alias = wholes.has(relation ?? '') ? named.replace(/_\d+$/, '') : named
      const held = /\borganization_id = (\(?\$\d+|'[\da-f-]{36}')/.test(own)
      if (held) by.add('value')
      else if (/\borganization_id\b/.test(own) || above.includes(`${alias}.organization_id`)) {
        by.add('row')
      } else unheld.push(`${table} ${alias}`)
    }
    for (const part of plan.Plans ?? []) walk(part, `${above} ${own}`)
  }
  const [answer] = rows
  if (answer) walk(answer['QUERY PLAN'][0].Plan, '')
  return { unheld, by }
}

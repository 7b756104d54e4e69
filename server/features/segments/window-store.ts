/** The SQL that gathering and reading what was gathered share: windows, and room to sort in. */
import { sql } from 'kysely'

export type Window = { from: Date; to: Date }
/** A window, of one shop or of all. */
export type Part = Window & { organization_id?: string | undefined }

const FOREVER = new Date('9999-12-31T00:00:00Z')

/** Whatever a shop has after a moment. */
export const tailOf = (organization_id: string, since: Date): Part => ({
  ...{ organization_id, from: since },
  to: FOREVER,
})

/** `of` was made in a window; with `own`, that row is of the shop. */
export const madeIn = ({ from, to, organization_id }: Part, of: string, own = of) => {
  const created_at = sql.ref(`${of}.created_at`)
  const held =
    organization_id === undefined
      ? sql``
      : sql`and ${sql.ref(`${own}.organization_id`)} = ${organization_id}`
  return sql`${created_at} > ${from} and ${created_at} <= ${to} ${held}`
}

/** Whoever waits for a reading has room to sort in memory, and no plan is compiled for longer than it runs. */
export const roomToSort = sql`set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`

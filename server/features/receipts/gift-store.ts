/** What a receipt's gifts ask the database; the ledger writes it. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

/** Which of these gifts the person had, and how often the flyer was used. */
export async function selectGivenBefore(
  db: Db,
  organization_id: string,
  ask: { gifts: string[]; whos: string[]; flyer_id: string | null },
): Promise<{ given: string[]; flyer_uses: number }> {
  const { rows } = await sql<{ given: string[]; flyer_uses: number }>`
    select array(select g.gift from granted_once g where g.organization_id = ${organization_id}
        and g.gift = any(${ask.gifts}::text[]) and g.who = any(${ask.whos}::text[])) as given,
      coalesce((select u.uses from promotion_usage u where u.organization_id = ${organization_id}
        and u.promotion_id = ${ask.flyer_id}::uuid), 0)::bigint as flyer_uses`.execute(db)
  return rows[0] ?? { given: [], flyer_uses: 0 }
}

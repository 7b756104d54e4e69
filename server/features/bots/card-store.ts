/** What a card tells that no other door does. */
import type { Db } from '#server/io/db.ts'
import type { Memory } from './chat-rules.ts'

/** The version that the shop's promotions are kept under. */
export async function findPromotionsVersion(db: Db, organization_id: string): Promise<number> {
  const row = await db
    .selectFrom('program')
    .select('promotions_version')
    .where('organization_id', '=', organization_id)
    .executeTakeFirst()
  return row?.promotions_version ?? 0
}

type MemberRow = {
  organization_id: string
  buyer_id: string
  language: string
  /** What their chat waits for. */
  asking: Memory['asking']
}

/** The buyer behind a person of this bot; of several shops, in the one chosen last. */
export async function findMember(
  db: Db,
  key: { client_id: string; user_id: string; organization_id: string | undefined },
): Promise<MemberRow | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select(['organization_id', 'buyer_id', 'language', 'memory'])
    .where('client_id', '=', key.client_id)
    .where('user_id', '=', key.user_id)
    .where('step', '=', 'active')
    .$if(key.organization_id !== undefined, (query) =>
      query.where('organization_id', '=', key.organization_id ?? ''),
    )
    .orderBy('chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.buyer_id === null) return undefined
  const { organization_id, buyer_id, language } = row
  const { asking = null } = JSON.parse(row.memory) as Partial<Memory>
  return { organization_id, buyer_id, language, asking }
}

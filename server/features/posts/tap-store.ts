/** The SQL of taps on the buttons of mailings: where one leads, and the first of each recipient. */
import { sql } from 'kysely'
import type { PostButton } from '#server/features/bots/post-rules.ts'
import type { Db } from '#server/io/db.ts'

type Led = { organization_id: string } & Omit<PostButton, 'button_text'>

/** A post by its id alone, for whoever follows its button. */
export async function findAnyPost(db: Db, id: string): Promise<Led | undefined> {
  return db
    .selectFrom('post')
    .select(['organization_id', 'button_url', 'button_leads_to', 'button_product_id'])
    .where('id', '=', id)
    .$castTo<Led>()
    .executeTakeFirst()
}

export type TapKey = { organization_id: string; post_id: string; buyer_id: string }

/** The bot by which a recipient is written to. */
export async function findClientOf(db: Db, key: TapKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('post_recipient')
    .select('client_id')
    .where('organization_id', '=', key.organization_id)
    .where('post_id', '=', key.post_id)
    .where('buyer_id', '=', key.buyer_id)
    .executeTakeFirst()
  return row?.client_id
}

/**
 * The first tap on the button counts. `by`: who tapped, where that is known; of others it does not
 * count. A card that was merged since is the one it went into.
 */
export async function noteClick(
  db: Db,
  key: TapKey,
  clicked_at: Date,
  by: string = key.buyer_id,
): Promise<void> {
  await sql`
    update post_recipient r set clicked_at = ${clicked_at}
    where r.organization_id = ${key.organization_id} and r.post_id = ${key.post_id}
      and r.buyer_id = ${key.buyer_id} and r.clicked_at is null
      and ${by}::uuid in (r.buyer_id, (select b.merged_into from buyer b
        where b.organization_id = r.organization_id and b.id = r.buyer_id))`.execute(db)
}

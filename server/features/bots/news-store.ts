/** The SQL of news in a chat. `posts/` writes the news; who opened them is kept here. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'
import type { NewsFacts } from './post-rules.ts'

const NEWS_SHOWN = 20

/**
 * The news of the shop that are out, the pinned ones first. `posts/` writes them; its scheduled
 * ones are shown from their moment on. A button to a product comes as the page the product has by
 * now, as `leadButton` finds it. `bot_id`: null in the platform's bot.
 */
export async function selectNews(
  db: Db,
  organization_id: string,
  { bot_id, now }: { bot_id: string | null; now: Date },
): Promise<(NewsFacts & { id: string })[]> {
  return db
    .selectFrom('post')
    .leftJoin('product', (join) =>
      join
        .onRef('product.organization_id', '=', 'post.organization_id')
        .onRef('product.id', '=', 'post.button_product_id'),
    )
    .select(['post.id', 'title', 'text', 'post.image', 'button_text'])
    .select([
      sql`coalesce(product.link, button_url)`.as('button_url'),
      sql`case button_leads_to when 'card' then 'card' else 'url' end`.as('button_leads_to'),
    ])
    .where('post.organization_id', '=', organization_id)
    .where('type', '=', 'news')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'sent'),
        eb.and([eb('status', '=', 'scheduled'), eb('scheduled_at', '<=', now)]),
      ]),
    )
    .where((eb) => eb.or([eb('bot_id', 'is', null), eb('bot_id', '=', bot_id)]))
    .orderBy('pinned', 'desc')
    .orderBy(sql`coalesce(published_at, scheduled_at)`, 'desc')
    .orderBy('post.id', 'desc')
    .limit(NEWS_SHOWN)
    .$castTo<NewsFacts & { id: string }>()
    .execute()
}

/** A chat opened a piece of news; the second time changes nothing. */
export async function noteNewsSeen(
  db: Db,
  key: { organization_id: string; post_id: string; subscriber_id: string },
  seen_at: Date,
): Promise<void> {
  // The owner may take it away in this very moment: then nobody has seen it.
  await sql`insert into news_view (organization_id, post_id, subscriber_id, seen_at)
    select p.organization_id, p.id, ${key.subscriber_id}::uuid, ${seen_at}::timestamptz from post p
    where p.organization_id = ${key.organization_id} and p.id = ${key.post_id}
    for key share of p
    on conflict do nothing`.execute(db)
}

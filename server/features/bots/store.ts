/** The SQL of bots and of the links that open them. */
import { sql } from 'kysely'
import type { Bot, CardDesign } from '#contract/bots.ts'
import type { Db, Tx } from '#server/io/db.ts'

export type BotRow = {
  organization_id: string
  id: string
  name: string
  greeting: string
  menu: Bot['menu']
  card_design: CardDesign
  contact: Bot['contact']
  working_hours: Bot['working_hours']
  review_url: string | null
  version: number
  created_at: Date
  updated_at: Date
}

export async function listBots(db: Db, organization_id: string): Promise<BotRow[]> {
  return db
    .selectFrom('bot')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .$castTo<BotRow>()
    .execute()
}

/** A bot by its organization, or of one of the owner's organizations. */
export async function findBot(
  db: Db | Tx,
  organization_id: string,
  id: string,
): Promise<BotRow | undefined> {
  return db
    .selectFrom('bot')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$castTo<BotRow>()
    .executeTakeFirst()
}

export async function findOwnBot(
  db: Db,
  owner_id: string,
  id: string,
): Promise<{ organization_id: string } | undefined> {
  return db
    .selectFrom('bot')
    .innerJoin('organization', 'organization.id', 'bot.organization_id')
    .select('bot.organization_id')
    .where('bot.id', '=', id)
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

const written = (row: Partial<BotRow>) => ({
  ...row,
  ...(row.card_design && { card_design: json(row.card_design) }),
  ...(row.contact && { contact: json(row.contact) }),
  ...(row.working_hours !== undefined && { working_hours: json(row.working_hours) }),
})

export async function insertBot(tx: Db | Tx, row: BotRow): Promise<void> {
  await tx
    .insertInto('bot')
    .values(written(row) as never)
    .execute()
}

/** Changes a bot that still has this version; false: somebody changed it before. */
export async function updateBot(
  tx: Db | Tx,
  key: { organization_id: string; id: string; version: number },
  changes: Partial<Omit<BotRow, 'organization_id' | 'id' | 'version' | 'created_at'>>,
): Promise<boolean> {
  const done = await tx
    .updateTable('bot')
    .set({ ...(written(changes) as object), version: key.version + 1 })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('version', '=', key.version)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

export async function deleteBot(tx: Tx, organization_id: string, id: string): Promise<void> {
  await tx
    .deleteFrom('bot')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export type LinkRow = { slug: string; organization_id: string; pos_id: string | null }

/** The link of a shop or of its point of sale; made with `slug` when there is none. */
export async function putLink(db: Db, link: LinkRow, now: Date): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    insert into bot_link (slug, organization_id, pos_id, created_at)
    values (${link.slug}, ${link.organization_id}, ${link.pos_id}, ${now})
    on conflict on constraint bot_link_one_each do update set slug = bot_link.slug
    returning slug, organization_id, pos_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a link is made or was there')
  return row
}

export async function findLink(db: Db, slug: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('bot_link')
    .innerJoin('organization', 'organization.id', 'bot_link.organization_id')
    .select(['slug', 'organization_id', 'pos_id'])
    .where('slug', '=', slug)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Points of sale in the order they were made. */
export async function listPosNames(
  db: Db,
  organization_id: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('pos')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type ShopRow = {
  id: string
  name: string
  logo: string | null
  timezone: string
  currency: string
  language: string
  phone: string | null
  rules_text: string
  rules_version: number
}

/** What a conversation tells of the shop; undefined: it is gone. */
export async function findShop(db: Db | Tx, organization_id: string): Promise<ShopRow | undefined> {
  return db
    .selectFrom('organization')
    .select([
      'id',
      'name',
      'logo',
      'timezone',
      'currency',
      'language',
      'phone',
      'rules_text',
      'rules_version',
    ])
    .where('id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A shop with many bots and many readers, for the trial and the benchmark of mailings. */
import pg from 'pg'
import type { Program } from './program.ts'
import type { RemoteShop } from './remote-shop.ts'
import type { TelegramBot, TelegramStandIn } from './telegram-stand-in.ts'

const HOUR = 3_600_000

/** Calls as the shop's owner; whatever is refused is thrown. */
export async function callAsOwner<T>(
  { owner }: RemoteShop,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await owner.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return (answer.body as { data: T }).data
}

/** Connects so many bots to the shop, and so many people to them in turn, who agreed to all. */
export async function openReaders(
  program: Program,
  shop: RemoteShop,
  telegram: TelegramStandIn,
  count: { bots: number; people: number },
): Promise<TelegramBot[]> {
  const bots: TelegramBot[] = []
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    await client.query('update user_account set email_confirmed_at = now()')
    for (let each = 0; each < count.bots; each += 1) {
      bots.push(await connectOne(shop, telegram, each))
    }
    await client.query(PEOPLE, [shop.organization_id, count.people, count.bots])
    // What autovacuum does in its first minute: plans made on empty tables are made again.
    await client.query('analyze')
  } finally {
    await client.end()
  }
  for (let user = 1; user <= count.people; user += 1) bots[user % count.bots]?.chats.set(user, [])
  await letNightBeFar(shop)
  return bots
}

/** The phone of a reader by number, from one on; the number is their id in the messenger too. */
export const phoneOfReader = (user: number): string => `+38067${String(user).padStart(7, '0')}`

async function connectOne(shop: RemoteShop, telegram: TelegramStandIn, each: number) {
  const bot = telegram.addBot(`mailing_${each}_bot`)
  const query = `organization_id=${shop.organization_id}`
  const { id } = await callAsOwner<{ id: string }>(shop, 'POST', `/api/v1/bots?${query}`, {})
  const client = { type: 'telegram', token: bot.token }
  await callAsOwner(shop, 'POST', `/api/v1/bots/${id}/client`, client)
  return bot
}

/** People who opened one of the bots and agreed to be written to. */
const PEOPLE = `
  with shop as (select $1::uuid as organization_id),
    bots as (select id, row_number() over (order by id) - 1 as place from bot_client),
    people as (
      insert into buyer (organization_id, id, phone, phone_hash, first_name, card_code, joined_via,
        consent_messages, messengers, status, joined_at, created_at, updated_at)
      select organization_id, gen_random_uuid(), '+38067' || lpad(n::text, 7, '0'), 'hash ' || n,
        'Гість', '27' || lpad(n::text, 11, '0'), 'bot', true, array['telegram'], 'active',
        now(), now(), now()
      from shop, generate_series(1, $2::int) n returning organization_id, id, phone),
    accounts as (
      insert into account (organization_id, buyer_id, version, entries, last_hash, balance, debt,
        turnover, year, year_turnover, last_year_turnover, receipts, lot_numbers, lot_kinds,
        lot_amounts, lot_remaining, lot_active_from, lot_expires_at)
      select organization_id, id, 0, 0,
        sha256(convert_to(format('["%s","%s"]', organization_id, id), 'UTF8')),
        0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}', '{}', '{}', '{}'
      from people)
  insert into subscriber (organization_id, id, client_id, type, name, buyer_id, user_id, language,
    step, memory, version, marketing, notify_bonuses, notify_rating, chosen_at, last_active_at,
    created_at)
  select p.organization_id, gen_random_uuid(), b.id, 'telegram', '', p.id,
    right(p.phone, 7)::int::text, 'ua-UA', 'active', '{}', 1, true, true, true, now(), now(), now()
  from people p join bots b on b.place = right(p.phone, 7)::int % $3`

/** Nobody knows at which hour it runs: the shop's quiet ones begin in half a day. */
async function letNightBeFar(shop: RemoteShop): Promise<void> {
  const path = `/api/v1/settings/notifications?organization_id=${shop.organization_id}`
  const { version } = await callAsOwner<{ version: number }>(shop, 'GET', path)
  const at = (hours: number) =>
    new Date(Date.now() + hours * HOUR).toLocaleTimeString('uk-UA', {
      ...{ timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit' },
    })
  await callAsOwner(shop, 'PATCH', path, { version, quiet_from: at(12), quiet_to: at(13) })
}

/** Writes a mailing to everybody; when they are many, one is shown it first. Answers its id. */
export async function writeMailing(shop: RemoteShop, people: number, fields: object) {
  const query = `organization_id=${shop.organization_id}`
  const body = { type: 'manual_notification', title: 'Усім', ...fields }
  const { id } = await callAsOwner<{ id: string }>(shop, 'POST', `/api/v1/posts?${query}`, body)
  if (people > 1_000) {
    await callAsOwner(shop, 'POST', `/api/v1/posts/${id}/send`, { test_phone: phoneOfReader(1) })
  }
  return id
}

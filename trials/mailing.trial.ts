/**
 * A mailing whose worker is killed again and again while messengers answer 429, 5xx, nothing, and
 * «blocked»: nobody gets it twice, everybody is accounted for (issue «News, mailings»).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { openTelegramStandIn, type TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'

const PEOPLE = countOf({ quick: 200, everyday: 600, release: 5_000 })
const KILLS = countOf({ quick: 1, everyday: 3, release: 10 })
const BOTS = countOf({ quick: 2, everyday: 4, release: 8 })
/** One of so many has blocked the bot. */
const BLOCKED_EVERY = 20
const HOUR = 3_600_000

let telegram: Awaited<ReturnType<typeof openTelegramStandIn>>
let program: Program
let shop: RemoteShop
const bots: TelegramBot[] = []

beforeAll(async () => {
  telegram = await openTelegramStandIn()
  program = await prepareProgram({ TELEGRAM_API_URL: telegram.url })
  await program.start()
  shop = await openRemoteShop(program.base)
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    await client.query('update user_account set email_confirmed_at = now()')
    for (let each = 0; each < BOTS; each += 1) await connectBot(each)
    await openAudience(client)
  } finally {
    await client.end()
  }
  await letNightBeFar()
}, 120_000)
afterAll(async () => {
  await program.remove()
  await telegram.close()
})

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await shop.owner.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return (answer.body as { data: T }).data
}

async function connectBot(each: number): Promise<void> {
  const bot = telegram.addBot(`mailing_${each}_bot`)
  const query = `organization_id=${shop.organization_id}`
  const { id } = await call<{ id: string }>('POST', `/api/v1/bots?${query}`, {})
  await call('POST', `/api/v1/bots/${id}/client`, { type: 'telegram', token: bot.token })
  bots.push(bot)
}

/** People who opened one of the bots and agreed to be written to. */
async function openAudience(client: pg.Client): Promise<void> {
  await client.query(
    `with shop as (select $1::uuid as organization_id),
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
        select organization_id, id, 0, 0, '', 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}', '{}', '{}', '{}'
        from people)
    insert into subscriber (organization_id, id, client_id, type, name, buyer_id, user_id, language,
      step, memory, version, marketing, notify_bonuses, notify_rating, chosen_at, last_active_at,
      created_at)
    select p.organization_id, gen_random_uuid(), b.id, 'telegram', '', p.id,
      right(p.phone, 7)::int::text, 'ua-UA', 'active', '{}', 1, true, true, true, now(), now(), now()
    from people p join bots b on b.place = right(p.phone, 7)::int % $3`,
    [shop.organization_id, PEOPLE, BOTS],
  )
  for (let user = 1; user <= PEOPLE; user += 1) {
    const bot = bots[user % BOTS]
    bot?.chats.set(user, [])
    if (user % BLOCKED_EVERY === 0) bot?.blocked.add(user)
  }
}

/** The trial runs at any hour: the shop's quiet ones begin in half a day. */
async function letNightBeFar(): Promise<void> {
  const path = `/api/v1/settings/notifications?organization_id=${shop.organization_id}`
  const { version } = await call<{ version: number }>('GET', path)
  const at = (hours: number) =>
    new Date(Date.now() + hours * HOUR).toLocaleTimeString('uk-UA', {
      ...{ timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit' },
    })
  await call('PATCH', path, { version, quiet_from: at(12), quiet_to: at(13) })
}

const received = () => bots.flatMap(({ chats }) => [...chats.values()].map((chat) => chat.length))
const total = () => received().reduce((sum, count) => sum + count, 0)

type Post = { status: string; stats: Record<string, number> }

test(
  `${PEOPLE} recipients, ${BOTS} bots, ${KILLS} kills: nobody twice, everybody accounted for`,
  async () => {
    const query = `organization_id=${shop.organization_id}`
    const text = { type: 'manual_notification', title: 'Усім', text: 'Чекаємо на каву' }
    const { id } = await call<{ id: string }>('POST', `/api/v1/posts?${query}`, text)
    const path = `/api/v1/posts/${id}`
    // As many as these ask for a trial of the text first; it goes to the first of them.
    if (PEOPLE > 1_000) await call('POST', `${path}/send`, { test_phone: '+380670000001' })
    await expect.poll(total, { timeout: 20_000 }).toBe(PEOPLE > 1_000 ? 1 : 0)
    for (const { chats } of bots) for (const chat of chats.values()) chat.splice(0)
    await call('POST', `${path}/send`, {})
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = total()
      const part = Math.max(10, (PEOPLE / (KILLS + 2)) * 0.9)
      await expect.poll(total, { timeout: 90_000, interval: 20 }).toBeGreaterThan(before + part)
      telegram.fail('500', 'drop')
      telegram.slowDown(bots[kill % BOTS] as TelegramBot, 2)
      await sleep(Math.random() * 400)
      process.kill(program.pid(), 'SIGKILL')
      while (program.running()) await sleep(5)
      expect(total(), 'void: everybody had it before the kill').toBeLessThan(PEOPLE * 0.95)
      await program.start()
    }
    const read = () => call<Post>('GET', path)
    await expect
      .poll(async () => (await read()).status, { timeout: 300_000, interval: 1_000 })
      .toBe('sent')
    const { stats } = await read()
    const { targeted = 0, sent = 0, failed = 0, blocked = 0, skipped = 0 } = stats
    const got = received()
    console.log(
      `mailing: ${sent} sent, ${blocked} blocked, ${failed} in doubt, ${skipped} skipped;`,
      `${total()} arrived; sooner than told: ${bots.map(({ impatient }) => impatient).join(', ')}`,
    )
    expect(Math.max(...got)).toBe(1)
    expect([targeted, sent + failed + blocked + skipped]).toEqual([PEOPLE, PEOPLE])
    expect(blocked).toBeGreaterThan(0)
    expect(failed, 'void: nothing was left in doubt').toBeGreaterThan(0)
    // Whoever is «in doubt» may have got it or not; nobody else may differ from what is told.
    expect(total()).toBeGreaterThanOrEqual(sent)
    expect(total()).toBeLessThanOrEqual(sent + failed)
    // Told to wait, a bot waits: but for the messages on their way at that moment.
    for (const { impatient } of bots) expect(impatient).toBeLessThanOrEqual(3 * KILLS)
  },
  TRIAL_MS,
)

/**
 * A mailing whose worker is killed again and again while messengers answer 429, 5xx, nothing, and
 * «blocked»: nobody gets it twice, everybody is accounted for (issue «News, mailings»).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { callAsOwner, openReaders, writeMailing } from '#server/testing/mailing-world.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { callPos, openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { openTelegramStandIn, type TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'

const PEOPLE = countOf({ quick: 200, everyday: 600, release: 10_000 })
const KILLS = countOf({ quick: 1, everyday: 3, release: 50 })
// No more of them at release: with eight, what arrives around fifty kills and starts is everybody.
const BOTS = countOf({ quick: 2, everyday: 4, release: 4 })
/** One of so many has blocked the bot. */
const BLOCKED_EVERY = 20
const REACHED = PEOPLE * (1 - 1 / BLOCKED_EVERY)

let telegram: Awaited<ReturnType<typeof openTelegramStandIn>>
let program: Program
let shop: RemoteShop
let bots: TelegramBot[] = []

beforeAll(async () => {
  telegram = await openTelegramStandIn()
  program = await prepareProgram({ TELEGRAM_API_URL: telegram.url })
  await program.start()
  shop = await openRemoteShop(program.base)
  bots = await openReaders(program, shop, telegram, { bots: BOTS, people: PEOPLE })
  for (let user = BLOCKED_EVERY; user <= PEOPLE; user += BLOCKED_EVERY) {
    bots[user % BOTS]?.blocked.add(user)
  }
}, 120_000)
afterAll(async () => {
  await program.remove()
  await telegram.close()
})

const received = () => bots.flatMap(({ chats }) => [...chats.values()].map((chat) => chat.length))
const total = () => received().reduce((sum, count) => sum + count, 0)

/** A sale beside the mailing, to somebody who reads nothing: the ledger check looks at it. */
async function sellBeside(): Promise<void> {
  const phone = '%2B380501234567'
  const path = `/pos-api/v1/bonuses/create?receipt_id=${newId(new Date())}&discount_amount=0&phone=${phone}`
  const { status } = await callPos(program.base, shop.integration_token, path, {
    receipt: { total: 100 },
    register: {},
  })
  expect(status).toBe(201)
}

type Post = { status: string; stats: Record<string, number> }

test(
  `${PEOPLE} recipients, ${BOTS} bots, ${KILLS} kills: nobody twice, everybody accounted for`,
  async ({ annotate }) => {
    const id = await writeMailing(shop, PEOPLE, { text: 'Чекаємо на каву' })
    const path = `/api/v1/posts/${id}`
    await expect.poll(total, { timeout: 20_000 }).toBe(PEOPLE > 1_000 ? 1 : 0)
    for (const { chats } of bots) for (const chat of chats.values()) chat.splice(0)
    await callAsOwner(shop, 'POST', `${path}/send`, {})
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // What arrives until it is killed and while it starts comes on top.
      const before = total()
      const part = Math.max(10, (REACHED - before) / (KILLS - kill + 2) / 2)
      await expect.poll(total, { timeout: 90_000, interval: 20 }).toBeGreaterThan(before + part)
      telegram.fail('500', 'drop')
      telegram.slowDown(bots[kill % BOTS] as TelegramBot, 2)
      await sleep(Math.random() * 400)
      process.kill(program.pid(), 'SIGKILL')
      while (program.running()) await sleep(5)
      expect(total(), 'void: everybody had it before the kill').toBeLessThan(REACHED)
      await program.start()
      await sellBeside()
    }
    const read = () => callAsOwner<Post>(shop, 'GET', path)
    await expect
      .poll(async () => (await read()).status, { timeout: 300_000, interval: 1_000 })
      .toBe('sent')
    const { stats } = await read()
    const { targeted = 0, sent = 0, failed = 0, blocked = 0, skipped = 0 } = stats
    const got = received()
    await annotate(
      `${KILLS} kills; ${sent} sent, ${blocked} blocked, ${failed} in doubt, ${skipped} skipped; ${total()} arrived; ` +
        `sooner than told: ${bots.map(({ impatient }) => impatient).join(', ')}`,
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
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)

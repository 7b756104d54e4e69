import { allJobs } from '#server/app.ts'
import { relayAnnouncements } from '#server/features/ledger/relay-announcements.ts'
import type { OpenIo } from '#server/open-io.ts'
import type { Shop } from './shop.ts'
import { openShop } from './shop.ts'
import { openTelegramStandIn, type Carry, type TelegramStandIn } from './telegram-stand-in.ts'
import { openTestIo, type TestIo } from './open-test-io.ts'
import { openViberStandIn } from './viber-stand-in.ts'

/** What happens between a fact and its message; the other queues are let be, which is quicker. */
const ours =
  /^(bots\.(deliver(_bulk)?|connect_managed|tell_person)|notices\.mail)$|\.(tell|tell_chat|ask|welcome|close_chats|move_chats|reward_inviter|note_tap)$/

/** Runs what bots have to do until nothing is left. */
async function settleBots({ io }: TestIo): Promise<void> {
  const jobs = allJobs(io).filter(({ name }) => ours.test(name))
  const names = jobs.map(({ name }) => name)
  do await (io as OpenIo).jobs.drain(jobs)
  while ((await relayAnnouncements(io, names)) > 0)
}

/** A program whose messengers are stand-ins, and whose webhooks they can reach. */
export async function openBotWorld(
  options: { config?: Record<string, string>; hear?: (line: string) => void } = {},
) {
  const telegram = await openTelegramStandIn({
    carry: (...all) => carry(...all),
    now: () => t.clock.now(),
    per_second: 1000,
  })
  const viber = await openViberStandIn({ carry: (...all) => carry(...all) })
  const t = await openTestIo({
    ...(options.hear && { hear: options.hear }),
    config: {
      PUBLIC_URL: 'https://verta.test',
      TELEGRAM_API_URL: telegram.url,
      VIBER_API_URL: viber.url,
      ...options.config,
    },
  })
  const carry: Carry = async (url, body, headers) => {
    const path = new URL(url).pathname
    const answer = await t.app.inject({ method: 'POST', url: path, payload: body, headers })
    return { status: answer.statusCode, body: answer.body }
  }
  return {
    t,
    telegram,
    viber,
    settle: () => settleBots(t),
    async close() {
      await t.close()
      await Promise.all([telegram.close(), viber.close()])
    },
  }
}

/** A shop with a bot of its own in Telegram. */
export async function openTelegramShop(
  t: TestIo,
  telegram: TelegramStandIn,
  options: Parameters<typeof openShop>[1] = {},
) {
  const shop = await openShop(t, options)
  const bot = telegram.addBot(`shop_${telegram.calls()}_bot`)
  const { bot_id, slug } = await connectBot(shop, 'telegram', bot.token)
  return { shop, bot, bot_id, slug }
}

/** Makes a bot of the shop and connects it, through the real calls. */
export async function connectBot(shop: Shop, type: 'telegram' | 'viber', token: string) {
  const made = await shop.owner.inject(
    'POST',
    `/api/v1/bots?organization_id=${shop.organization_id}`,
    {},
  )
  const answer = await shop.owner.inject('POST', `/api/v1/bots/${made.data.id}/client`, {
    type,
    token,
  })
  if (answer.status !== 201) throw new Error(`connecting answered ${JSON.stringify(answer.body)}`)
  return { bot_id: made.data.id as string, slug: answer.data.slug as string, bot: answer.data }
}

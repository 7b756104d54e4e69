/**
 * The links to messenger and mail server are slow, cut or silent while a message or a letter is on
 * its way. Jobs try again and all of it arrives; twice only what the peer took without our hearing
 * of it, for neither knows ours by a key. Void when the link was not felt.
 */
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { openReaders, phoneOfReader } from '#server/testing/mailing-world.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import {
  callPos,
  openRemoteShop,
  openVisitor,
  type RemoteShop,
} from '#server/testing/remote-shop.ts'
import { openTelegramStandIn, type TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import {
  faultOf,
  openPeerLink,
  tellFaults,
  type PeerFault,
  type PeerLink,
} from '#server/testing/trial-peer-link.ts'

const TIMES = countOf({ quick: 3, everyday: 5, release: 50 })
const HANGS_MS = 35_000
const ARRIVES_MS = 120_000

let telegram: Awaited<ReturnType<typeof openTelegramStandIn>>
let toTelegram: PeerLink
let toMail: PeerLink
let program: Program
let shop: RemoteShop
let bot: TelegramBot
/** To whom letters came, in order. */
const letters: string[] = []
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, done) {
    stream.resume()
    stream.on('end', () => {
      letters.push(...envelope.rcptTo.map(({ address }) => address))
      done(null)
    })
  },
})

beforeAll(async () => {
  mail.on('error', () => {})
  const listening = await new Promise<number>((resolve) => {
    const server = mail.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  telegram = await openTelegramStandIn()
  toTelegram = await openPeerLink(telegram.url, (said) => /\/send(Message|Photo)/.test(said))
  toMail = await openPeerLink(`smtp://127.0.0.1:${listening}`, (said) => said.includes('\r\n.\r\n'))
  program = await prepareProgram({
    TELEGRAM_API_URL: `http://127.0.0.1:${toTelegram.port}`,
    SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
  })
  await program.start()
  shop = await openRemoteShop(program.base)
  const [first] = await openReaders(program, shop, telegram, { bots: 1, people: TIMES })
  if (!first) throw new Error('no bot')
  bot = first
}, 120_000)
afterAll(async () => {
  await program.remove()
  await toTelegram.close()
  await toMail.close()
  await telegram.close()
  await new Promise<void>((resolve) => mail.close(resolve))
})

/** Spoils the next request, lets it happen and waits until it met the fault. */
async function spoilNext(link: PeerLink, fault: PeerFault, act: () => Promise<void>) {
  link.spoil(fault)
  await act()
  await expect
    .poll(() => link.hits(), { timeout: HANGS_MS, message: 'void: the link was not felt' })
    .toBe(1)
  link.release()
}

/**
 * Each came, and once more only for an answer that was lost: whose it was, nobody knows, for a fault
 * may meet what is tried again of an earlier turn.
 */
function expectOnce(counts: number[]): void {
  const lost = counts.filter((_count, turn) => faultOf(turn) === 'cut_answer').length
  const came = counts.reduce((all, count) => all + count, 0)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(1)
  expect(came - counts.length, 'came more than once').toBeLessThanOrEqual(lost)
}

test(
  `${TIMES} messages over bad links to a messenger arrive`,
  async ({ annotate }) => {
    for (let turn = 0; turn < TIMES; turn += 1) {
      await spoilNext(toTelegram, faultOf(turn), async () => {
        const phone = encodeURIComponent(phoneOfReader(turn + 1))
        const path = `/pos-api/v1/bonuses/create?receipt_id=${newId(new Date())}&discount_amount=0&phone=${phone}`
        const sold = await callPos(program.base, shop.integration_token, path, {
          receipt: { total: 100 },
        })
        expect(sold.status).toBe(201)
      })
    }
    const counts = () =>
      Array.from({ length: TIMES }, (_none, turn) => bot.chats.get(turn + 1)?.length ?? 0)
    await expect.poll(() => Math.min(...counts()), { timeout: ARRIVES_MS }).toBeGreaterThan(0)
    await annotate(
      `${tellFaults(TIMES)}; ${counts().reduce((a, b) => a + b, 0)} of ${TIMES} arrived`,
    )
    expectOnce(counts())
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)

test(
  `${TIMES} letters over bad links to the mail server arrive`,
  async ({ annotate }) => {
    await expect.poll(() => letters.length, { timeout: ARRIVES_MS }).toBeGreaterThan(0)
    const addressOf = (turn: number) => `reader-${turn}@example.com`
    for (let turn = 0; turn < TIMES; turn += 1) {
      await spoilNext(toMail, faultOf(turn), async () => {
        const signed = await openVisitor(program.base).call('POST', '/api/v1/user/signup', {
          ...{ email: addressOf(turn), password: 'a-long-owner-passphrase' },
          ...{ first_name: 'Олена', accept_terms: true },
        })
        expect(signed.status).toBe(201)
      })
    }
    const counts = () =>
      Array.from(
        { length: TIMES },
        (_none, turn) => letters.filter((to) => to === addressOf(turn)).length,
      )
    await expect.poll(() => Math.min(...counts()), { timeout: ARRIVES_MS }).toBeGreaterThan(0)
    await annotate(
      `${tellFaults(TIMES)}; ${counts().reduce((a, b) => a + b, 0)} of ${TIMES} arrived`,
    )
    expectOnce(counts())
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)

/** Facts of lower floors, told to the buyer they are about. Each may run twice. */
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { readConfirmation } from '#server/features/receipts/read-confirmation.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import { availableOf } from '#server/features/ledger/rules.ts'
import type { Io } from '#server/io/io.ts'
import { cancelMessage, entryMessage, ratingMessage, receiptMessage } from './fact-message-rules.ts'
import { selectCancellation, selectEntries } from './facts-store.ts'
import { loadFacts, wordsOf, type ChatContext } from './load-facts.ts'
import { printReason } from './load-lists.ts'
import { findSent } from './message-store.ts'
import { screenMessage } from './screen-rules.ts'
import { tellBuyer } from './tell-buyer.ts'

type OfReceipt = { organization_id: string; receipt_id: string; buyer_id: string }

const HOUR_MS = 3600_000
const RATING_AFTER_MS = 2 * HOUR_MS
const RATING_DAYS = 7

/** 8, and 9 two hours later, at most once a week. */
export async function tellReceipt(io: Io, key: OfReceipt): Promise<void> {
  const { organization_id, receipt_id, buyer_id } = key
  const receipt = await readReceipt(io, key)
  if (!receipt || receipt.cancelled) return
  await tellBuyer(io, {
    ...{ organization_id, buyer_id, kind: 'receipt', source: `receipt ${receipt_id}`, priority: 1 },
    say: (context) => receiptMessage(receipt, wordsOf(context)),
  })
  // One week has one question: the source is the same all through it.
  const now = io.clock.now().getTime()
  const week = Math.floor(now / (RATING_DAYS * 24 * HOUR_MS))
  await tellBuyer(io, {
    ...{ organization_id, buyer_id, kind: 'rating', source: `rating ${week}`, priority: 1 },
    due_at: new Date(now + RATING_AFTER_MS),
    wants: (chat) => chat.notify_rating,
    say: (context) => ratingMessage({ receipt_id, place: receipt.pos.name }, wordsOf(context)),
  })
}

/** 11. */
export async function tellCancellation(
  io: Io,
  key: { organization_id: string; cancellation_id: string; buyer_id: string | null },
): Promise<void> {
  const { organization_id, cancellation_id, buyer_id } = key
  if (buyer_id === null) return
  const row = await selectCancellation(io.db, organization_id, cancellation_id)
  if (!row) return
  await tellBuyer(io, {
    ...{ organization_id, buyer_id, kind: 'cancel', source: `cancel ${cancellation_id}` },
    priority: 1,
    async say(context) {
      const balance = await balanceNow(io, organization_id, buyer_id)
      const { number, whole, bonuses_return: returned, bonuses_withdraw: withdrawn } = row
      return cancelMessage({ number, whole, returned, withdrawn, balance }, wordsOf(context))
    },
  })
}

async function balanceNow(io: Io, organization_id: string, buyer_id: string): Promise<number> {
  const account = await readAccount(io, { organization_id, buyer_id })
  return account ? availableOf(account, io.clock.now().getTime()) : 0
}

/** Gifts, and what an owner gave or took by hand and wants to be told. */
export async function tellBalance(
  io: Io,
  key: {
    organization_id: string
    buyer_id: string
    from_number: number
    to_number: number
    notify: boolean
  },
): Promise<void> {
  const { organization_id, buyer_id, from_number, to_number, notify } = key
  if (!notify) return
  const rows = await selectEntries(io.db, { organization_id, buyer_id }, from_number, to_number)
  for (const [index, row] of rows.entries()) {
    const source = `entry ${from_number + index}`
    await tellBuyer(io, {
      ...{ organization_id, buyer_id, kind: 'balance', source, priority: 1 },
      async say(context) {
        const balance = await balanceNow(io, organization_id, buyer_id)
        const entry = {
          ...{ kind: row.kind, amount: row.amount },
          reason: row.reason === null ? null : printReason(row.reason, context.subscriber.language),
          until: row.expires_at && lastDay(row.expires_at, context),
        }
        return entryMessage(entry, balance, wordsOf(context))
      },
    })
  }
}

const lastDay = (expires_at: Date, { shop }: ChatContext): string =>
  dayOf(expires_at.getTime() - 1, shop.timezone).text

/** 10: the till waits for this. */
export async function askConfirmation(io: Io, key: OfReceipt): Promise<void> {
  const { organization_id, receipt_id, buyer_id } = key
  const asked = await readConfirmation(io, key)
  if (!asked || asked.state.status !== 'awaiting_confirmation') return
  await tellBuyer(io, {
    ...{ organization_id, buyer_id, kind: 'confirmation', source: `confirm ${receipt_id}` },
    ...{ priority: 0, everywhere: true },
    async say(context) {
      const screen = { show: 'confirm', receipt_id } as const
      return screenMessage(screen, await loadFacts(io, context, [screen], {}), wordsOf(context))
    },
  })
}

/** The question is over: its buttons go, where the messenger can; else only bad news is told. */
export async function endConfirmation(io: Io, key: OfReceipt): Promise<void> {
  const { organization_id, receipt_id, buyer_id } = key
  const asked = await readConfirmation(io, key)
  if (!asked) return
  const { status, reason, amount } = asked.state
  if (status === 'awaiting_confirmation') return
  const by_hand = reason === 'buyer' || reason === 'cashier'
  const refused = by_hand ? 'declined' : 'changed'
  const how = status === 'completed' ? 'done' : status === 'expired' ? 'late' : refused
  await tellBuyer(io, {
    ...{ organization_id, buyer_id, kind: 'confirmation', source: `confirmed ${receipt_id}` },
    ...{ priority: 0, everywhere: true },
    wants: (chat) => chat.type === 'telegram' || how === 'late',
    async say(context) {
      const screen = { show: 'confirmed', receipt_id } as const
      const facts = await loadFacts(io, context, [], { confirmed: { status: how, amount } })
      return screenMessage(screen, facts, wordsOf(context))
    },
    async inPlaceOf(chat) {
      const sent = await findSent(io.db, chat, `confirm ${receipt_id}`)
      return sent === null ? null : { message_id: sent, has_picture: false }
    },
  })
}

/** The question a till waits for: asked of the buyer, and taken back when it is over. */
import { readConfirmation } from '#server/features/receipts/read-confirmation.ts'
import type { Io } from '#server/io/io.ts'
import { loadFacts, wordsOf } from './load-facts.ts'
import { findSent } from './message-store.ts'
import { screenMessage } from './screen-rules.ts'
import { tellBuyer } from './tell-buyer.ts'

type OfReceipt = { organization_id: string; receipt_id: string; buyer_id: string }

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

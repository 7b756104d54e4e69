/**
 * What a conversation changes elsewhere. Every act may be done twice: when two updates of one chat
 * meet, or a process dies before its transaction, the update is taken again.
 */
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { forgetBuyer } from '#server/features/buyers/forget-buyer.ts'
import { setInviter } from '#server/features/buyers/set-inviter.ts'
import { updateBuyer } from '#server/features/buyers/update-buyer.ts'
import { answerConfirmation } from '#server/features/receipts/answer-confirmation.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Act } from './chat-rules.ts'
import type { ChatContext } from './load-facts.ts'
import type { Facts } from './facts-rules.ts'

/** What acts have found out, and what is still to be written with the chat. */
export type Done = {
  facts: Pick<Facts, 'joined' | 'confirmed'>
  /** The buyer the chat belongs to now. */
  buyer_id: string | null
  ratings: { receipt_id: string; pos_id: string | null; stars: number }[]
}

/** Does what the conversation decided, as far as it is others' to keep. */
export async function doActs(io: Io, context: ChatContext, acts: readonly Act[]): Promise<Done> {
  const done: Done = { facts: {}, buyer_id: context.subscriber.buyer_id, ratings: [] }
  for (const act of acts) {
    if (act.do === 'join') await join(io, context, act, done)
    else if (done.buyer_id !== null) await doOne(io, context, act, done.buyer_id, done)
  }
  return done
}

async function join(
  io: Io,
  { shop, program, subscriber }: ChatContext,
  { phone, inviter_id }: Act & { do: 'join' },
  done: Done,
): Promise<void> {
  const { buyer_id, created } = await registerBuyer(io, {
    organization_id: shop.id,
    phone,
    first_name: null,
    via: 'bot',
    pos_id: subscriber.pos_id,
  })
  done.buyer_id = buyer_id
  // A repetition of the join that made the buyer a moment ago tells the same.
  done.facts.joined = { created: created || subscriber.buyer_id === buyer_id }
  if (inviter_id === null || !created) return
  const key = { organization_id: shop.id, buyer_id }
  await unlessRefused(setInviter(io, program, key, { id: inviter_id }, 'inviter_id'))
}

async function doOne(
  io: Io,
  { shop, program }: ChatContext,
  act: Act,
  buyer_id: string,
  done: Done,
): Promise<void> {
  const key = { organization_id: shop.id, buyer_id }
  switch (act.do) {
    case 'profile':
      await unlessRefused(updateBuyer(io, null, key, { [act.field]: act.value }))
      return
    case 'confirm':
      done.facts.confirmed = await confirm(io, key, act.receipt_id, act.answer)
      return
    case 'rate': {
      const { organization_id } = key
      const receipt = await readReceipt(io, { organization_id, receipt_id: act.receipt_id })
      if (receipt?.buyer_id !== buyer_id) return
      const { receipt_id, stars } = act
      done.ratings.push({ receipt_id, stars, pos_id: receipt.pos.id })
      return
    }
    case 'forget':
      await unlessRefused(forgetBuyer(io, program, null, key))
      done.buyer_id = null
      return
    default:
    // The others are written with the chat.
  }
}

async function confirm(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  receipt_id: string,
  answer: 'yes' | 'no',
): Promise<NonNullable<Facts['confirmed']>> {
  try {
    const state = await answerConfirmation(io, { ...key, receipt_id, answer })
    const amount = state.amount
    if (state.status === 'completed') return { status: 'done', amount }
    if (state.status === 'expired') return { status: 'late', amount }
    const by_hand = state.reason === 'buyer' || state.reason === 'cashier'
    return { status: by_hand ? 'declined' : 'changed', amount }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: 'late', amount: 0 }
  }
}

/** What a lower floor refuses is no fault here: the chat goes on without it. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

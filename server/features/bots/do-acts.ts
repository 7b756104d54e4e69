/**
 * What a conversation changes elsewhere. Every act may be done twice: when two updates of one chat
 * meet, or a process dies before its transaction, the update is taken again.
 */
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { forgetBuyer } from '#server/features/buyers/forget-buyer.ts'
import { linkCards, offerLink } from '#server/features/buyers/link-cards.ts'
import { setInviter } from '#server/features/buyers/set-inviter.ts'
import { updateBuyer } from '#server/features/buyers/update-buyer.ts'
import { answerConfirmation } from '#server/features/receipts/answer-confirmation.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Act } from './chat-rules.ts'
import type { ChatContext } from './load-facts.ts'
import { tellLinked } from './tell-linked.ts'
import { unlessTooOften } from './unless-too-often.ts'
import type { Facts, KnownFacts } from './facts-rules.ts'

/** What acts have found out, and what is still to be written with the chat. */
export type Done = {
  facts: KnownFacts
  /** The buyer the chat belongs to now. */
  buyer_id: string | null
  ratings: { receipt_id: string; pos_id: string | null; stars: number; score: number | null }[]
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
  context: ChatContext,
  act: Act,
  buyer_id: string,
  done: Done,
): Promise<void> {
  const { shop, program } = context
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
      const { receipt_id, stars, score } = act
      const receipt = await readReceipt(io, { organization_id, receipt_id })
      if (!receipt || !(await isOneCard(io, context, [receipt.buyer_id, buyer_id]))) return
      done.ratings.push({ receipt_id, stars, score, pos_id: receipt.pos.id })
      return
    }
    case 'look_at_link':
      done.facts.link_offer = await unlessTooOften(offerLink(io, program, key, act.code), {
        status: 'wait' as const,
      })
      return
    case 'link':
      done.facts.linked = await link(io, context, key, act.code_id)
      return
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

/** Whether both are one buyer: a receipt keeps the card it was made with, a merge comes later. */
async function isOneCard(
  io: Io,
  { shop, program }: ChatContext,
  [one, other]: [string | null, string],
): Promise<boolean> {
  if (one === null || one === other) return one === other
  const ids = [one, other].map((id) => findBuyer(io, shop.id, { id }, program))
  const [first, second] = await Promise.all(ids)
  return first !== undefined && first.buyer.id === second?.buyer.id
}

/** Joins the other card to this one, and tells the chats that showed its code. */
async function link(
  io: Io,
  context: ChatContext,
  key: { organization_id: string; buyer_id: string },
  code_id: string,
): Promise<NonNullable<Facts['linked']>> {
  const { program, subscriber } = context
  const linked = await unlessTooOften(linkCards(io, program, key, code_id), {
    status: 'wait' as const,
  })
  if (linked.status === 'done') await tellLinked(io, subscriber, { ...linked, ...key, code_id })
  return linked.status
}

/** What a lower floor refuses is no fault here: the chat goes on without it. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

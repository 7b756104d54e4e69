import { updateBuyer } from '#server/features/buyers/update-buyer.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readBirthday } from './answer-rules.ts'
import { cardOfBuyer } from './card-of-buyer.ts'
import { requireMember, type MemberAsk } from './require-member.ts'
import { takeIncoming } from './take-update.ts'

/**
 * Keeps the birthday that a buyer chose on the card's page; a known one stays as it is. A chat of the
 * shop's own bot that waits for this answer goes on to the next question.
 * Refuses: as `requireMember`, and `validation_failed` for a day nobody was born on.
 */
export async function keepMemberBirthday(
  io: Io,
  call: Call,
  ask: MemberAsk,
  birthday: string,
): Promise<void> {
  const { client, user_id, asking, ...key } = await requireMember(io, call, ask)
  const card = await cardOfBuyer(io, key)
  if (!card) throw new Refusal('buyer_not_found')
  const today = dayOf(io.clock.now().getTime(), card.shop.timezone).text
  if (readBirthday(birthday) === null || birthday > today) {
    throw new Refusal('validation_failed', { fields: [{ path: 'birthday', code: 'invalid' }] })
  }
  const { organization_id } = key
  const { buyer } = card.found
  if (buyer.birthday === null) {
    await updateBuyer(io, null, { organization_id, buyer_id: buyer.id }, { birthday })
  }
  // In a bot of many shops the last word of the chat may be about another one.
  if (asking !== 'birthday' || client.organization_id === null) return
  await takeIncoming(io, client, {
    ...{ key: `birthday ${organization_id} ${buyer.id}`, user_id, name: '', language: null },
    ...{ event: { kind: 'act', act: 'skip' }, tapped: null, tap_id: null },
  })
}

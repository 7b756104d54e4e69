import { toMoney } from '#contract/money.ts'
import { fillVariables, hasVariables } from '#contract/post-variables.ts'
import { quoted, type Message } from '#server/features/bots/message-rules.ts'
import { postButton, type LedButton } from '#server/features/bots/post-rules.ts'
import { wordsIn } from '#server/features/bots/words.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { balanceOf } from '#server/features/buyers/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { tapOf } from './click-link.ts'
import type { PostRow } from './store.ts'

export type Reader = { buyer_id: string; language: string }

type Mailing = {
  post: PostRow & LedButton
  program: Program
  shop: string
  /** Nobody's taps on a trial are counted. */
  trial?: boolean
}

/** What one reader of a mailing gets. */
export async function composeMailing(
  io: Io,
  { post, program, shop, trial = false }: Mailing,
  reader: Reader,
): Promise<Message> {
  const { image } = post
  return {
    text: hasVariables(post.text)
      ? fillVariables(
          post.text,
          await valuesOf(io, program, shop, post, reader),
          textLanguageOf(reader.language),
        )
      : post.text,
    ...(image !== null && { picture: { kind: 'image' as const, url: image } }),
    rows: postButton(post, trial ? null : tapOf(io, post.id, reader.buyer_id)),
  }
}

async function valuesOf(
  io: Io,
  program: Program,
  shop: string,
  { organization_id }: PostRow,
  { buyer_id, language }: Reader,
) {
  const found = await findBuyer(io, organization_id, { id: buyer_id }, program)
  const words = wordsIn(language, program)
  const held = found && balanceOf(found.account, io.clock.now().getTime(), program.timezone)
  const next = held?.expiring.toSorted((a, b) => (a.date < b.date ? -1 : 1))[0]
  return {
    name: { text: quoted(found?.buyer.first_name ?? '') },
    balance: held && { text: words.bonuses(held.available), count: toMoney(held.available) },
    expiring: next && { text: words.bonuses(next.amount), count: toMoney(next.amount) },
    date: next && { text: words.day(next.date) },
    shop: { text: quoted(shop) },
  }
}

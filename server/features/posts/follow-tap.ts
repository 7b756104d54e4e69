import { cardPath } from '#server/features/bots/card-page.ts'
import { leadButton } from '#server/features/bots/lead-button.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readClick } from './click-link.ts'
import { findAnyPost, findClientOf, noteClick, type TapKey } from './tap-store.ts'

/**
 * Counts a tap on the button of a mailing, and answers where it leads. The card is a page of our own
 * host: what Telegram tells it stands behind the `#`, which a browser keeps on its way there.
 * Refuses: `not_found` for a link that was made up, and for a button that leads nowhere any more.
 */
export async function followTap(io: Io, token: string): Promise<string> {
  const click = readClick(io, token)
  const post = click && (await findAnyPost(io.db, click.post_id))
  if (!click || !post) throw new Refusal('not_found')
  const key = { organization_id: post.organization_id, ...click }
  const { button_leads_to, button_url } = await leadButton(io, post.organization_id, post)
  const address = button_leads_to === 'card' ? await cardOf(io, key) : button_url
  if (address === null) throw new Refusal('not_found')
  await noteClick(io.db, key, io.clock.now())
  return address
}

/** The card's page of the bot by which the reader was written to. */
async function cardOf(io: Io, key: TapKey): Promise<string | null> {
  const client_id = await findClientOf(io.db, key)
  return client_id === undefined ? null : cardPath(client_id)
}

/**
 * Counts a tap that a chat has told of, when the buyer of the chat is whom the message was sent to.
 * A token that was made up changes nothing.
 */
export async function noteTap(
  io: Io,
  told: { organization_id: string; buyer_id: string; token: string; at: Date },
): Promise<void> {
  const click = readClick(io, told.token)
  if (!click) return
  const key = { organization_id: told.organization_id, ...click }
  await noteClick(io.db, key, told.at, told.buyer_id)
}

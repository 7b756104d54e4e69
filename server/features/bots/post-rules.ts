/** What a shop writes to its buyers, as a chat shows it. */
import type { ButtonLeadsTo } from '#contract/posts.ts'
import type { Act } from './chat-rules.ts'
import { quoted, type Button, type Message } from './message-rules.ts'

/** The button of a post: its words, and where it leads. */
export type PostButton = {
  button_text: string | null
  /** Null when it leads to the reader's card. */
  button_url: string | null
  button_leads_to: ButtonLeadsTo
}

export type NewsFacts = PostButton & {
  title: string
  /** `**…**` is bold. */
  text: string
  image: string | null
}

/** How a tap is told of: what says whose tap of which message it is. */
export type Tap = {
  token: string
  /** An address of ours that takes the token and leads on; null: nobody could open it. */
  link: string | null
}

/** The button as a chat shows it; half of one is none. `tap`: the one that is counted. */
export function postButton(
  { button_text, button_url, button_leads_to }: PostButton,
  tap: Tap | null = null,
): Button[][] {
  if (button_text === null) return []
  const text = button_text
  if (button_leads_to === 'card') {
    const act = tap === null ? 'card' : `card:${tap.token}`
    return [[{ text, page: 'card', act, ...(tap?.link != null && { through: tap.link }) }]]
  }
  return button_url === null ? [] : [[{ text, url: tap?.link ?? button_url }]]
}

/** What is done for the token of such a button, beside showing the card; of other acts nothing. */
export function tapActs(act: string): Act[] {
  const [, token] = /^card:([\w-]{1,59})$/.exec(act) ?? []
  return token === undefined ? [] : [{ do: 'note_tap', token }]
}

/** What is wrong with a button; empty: it is whole, or there is none. */
export function buttonFaults({
  button_text,
  button_url,
  button_leads_to,
}: PostButton): { path: 'button_text' | 'button_url'; code: string }[] {
  const to_card = button_leads_to === 'card'
  if (to_card && button_url !== null) return [{ path: 'button_url', code: 'invalid' }]
  if (button_text === null && (to_card || button_url !== null)) {
    return [{ path: 'button_text', code: 'required' }]
  }
  const leads_nowhere = !to_card && button_text !== null && button_url === null
  return leads_nowhere ? [{ path: 'button_url', code: 'required' }] : []
}

/** A piece of news: its title, its text, its picture and its button. */
export function newsMessage(news: NewsFacts): Message {
  const { title, text, image } = news
  return {
    text: title === '' ? text : `**${quoted(title)}**\n\n${text}`,
    ...(image !== null && { picture: { kind: 'image' as const, url: image } }),
    rows: postButton(news),
  }
}

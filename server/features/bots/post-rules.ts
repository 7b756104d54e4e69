/** What a shop writes to its buyers, as a chat shows it. */
import type { ButtonLeadsTo } from '#contract/posts.ts'
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

/** The button as a chat shows it; half of one is none. */
export function postButton({ button_text, button_url, button_leads_to }: PostButton): Button[][] {
  if (button_text === null) return []
  if (button_leads_to === 'card') return [[{ text: button_text, page: 'card', act: 'card' }]]
  return button_url === null ? [] : [[{ text: button_text, url: button_url }]]
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

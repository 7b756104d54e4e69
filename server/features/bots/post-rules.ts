/** What a shop writes to its buyers, as a chat shows it. */
import type { ButtonLeadsTo } from '#contract/posts.ts'
import type { Act } from './chat-rules.ts'
import { quoted, type Button, type Message } from './message-rules.ts'

/** The button of a post as its owner has set it: its words, and where it leads. */
export type PostButton = {
  button_text: string | null
  /** Null when it does not lead to an address. */
  button_url: string | null
  button_leads_to: ButtonLeadsTo
  /** Null when it does not lead to a product. */
  button_product_id: string | null
}

/** The same at the moment it is shown, as `leadButton` finds it: a product is an address. */
export type LedButton = {
  button_text: string | null
  button_url: string | null
  button_leads_to: Exclude<ButtonLeadsTo, 'product'>
}

export type NewsFacts = LedButton & {
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
  { button_text, button_url, button_leads_to }: LedButton,
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
  button_leads_to,
  ...button
}: PostButton): ButtonFault[] {
  const places = { url: 'button_url', card: null, product: 'button_product_id' } as const
  const place = places[button_leads_to]
  const faults: ButtonFault[] = []
  for (const path of ['button_url', 'button_product_id'] as const) {
    if (path !== place && button[path] !== null) faults.push({ path, code: 'invalid' })
  }
  const leads = place === null || button[place] !== null
  // An address is what stands there unasked: with neither words nor address there is no button.
  const wanted = button_text !== null || leads || button_leads_to !== 'url'
  if (wanted && button_text === null) faults.push({ path: 'button_text', code: 'required' })
  if (wanted && !leads) faults.push({ path: place, code: 'required' })
  return faults
}

type ButtonFault = {
  path: keyof Omit<PostButton, 'button_leads_to'>
  code: 'invalid' | 'required'
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

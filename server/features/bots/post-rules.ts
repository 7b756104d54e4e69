/** What a shop writes to its buyers, as a chat shows it. */
import { quoted, type Button, type Message } from './message-rules.ts'

export type NewsFacts = {
  title: string
  /** `**…**` is bold. */
  text: string
  image: string | null
  button_text: string | null
  button_url: string | null
}

/** The button of a post; it needs both its words and where it leads. */
export const postButton = ({
  button_text,
  button_url,
}: Pick<NewsFacts, 'button_text' | 'button_url'>): Button[][] =>
  button_text === null || button_url === null ? [] : [[{ text: button_text, url: button_url }]]

/** A piece of news: its title, its text, its picture and its button. */
export function newsMessage(news: NewsFacts): Message {
  const { title, text, image } = news
  return {
    text: title === '' ? text : `**${quoted(title)}**\n\n${text}`,
    ...(image !== null && { picture: { kind: 'image' as const, url: image } }),
    rows: postButton(news),
  }
}

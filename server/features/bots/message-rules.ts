/**
 * What is said in a chat, before it takes the shape of a messenger. `**…**` is bold.
 *
 * A message says the same in both messengers; `telegram-rules.ts` and `viber-rules.ts` give it their
 * buttons, keyboards and limits.
 */

/** The card as a page inside Telegram, or its question about the birthday. */
export type CardPage = 'card' | 'birthday'

/** What a tap does: an act of the conversation, a page, or something the messenger asks for. */
export type Button = {
  text: string
  tone?: 'main' | 'good' | 'bad'
  /** Of six in Viber; left out: the row is shared evenly. */
  columns?: number
} & (
  | { act: string }
  | { url: string }
  /**
   * Opens the card's page inside Telegram; elsewhere the act is done, and null leaves the button out.
   * `through`: an address of ours that counts the tap and leads on to the page.
   */
  | { page: CardPage; act: string | null; through?: string }
  | { ask: 'phone' | 'location' }
  /** Makes a bot of the person's own; Telegram alone, and where it lets this bot do so. */
  | { ask: 'bot'; name: string; username: string }
)

/** The picture of a card, drawn when it is sent. */
export type CardPicture = {
  kind: 'card'
  organization_id: string
  buyer_id: string
  /** What the bars or squares say. */
  code: string
  language: string
}

/** A card, or a picture of the shop by its address on our site. */
export type Picture = CardPicture | { kind: 'image'; url: string }

/** So many stand side by side at most. */
export const TILES_MAX = 6

/** One of several things that stand side by side. `button`: what a tap anywhere on it does too. */
export type Tile = { text: string; button: Button }

export type Message = {
  text: string
  picture?: Picture
  /** Buttons under the message. */
  rows: Button[][]
  /**
   * Buttons in the place of the keyboard, for what only they can ask; `menu` is the short one that
   * stays, `hide` takes an earlier one away.
   */
  keyboard?: Button[][] | 'menu' | 'hide'
  /** The same side by side, with other buttons below, where the messenger has such a shape: Viber. */
  carousel?: { tiles: Tile[]; rows: Button[][] }
  /** Stands in the place of the message whose button was tapped, where the messenger can. */
  replaces?: boolean
}

/** The message whose button was tapped. */
export type Tapped = { message_id: string; has_picture: boolean }

/** A message as it is kept until it is sent. */
export type Outgoing = Message & { tapped: Tapped | null; language: string }

/** The text in pieces, bold or not: `**` never reaches a messenger by itself. */
export function piecesOf(text: string): { text: string; bold: boolean }[] {
  return text
    .split('**')
    .map((piece, index) => ({ text: piece, bold: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** What people wrote, made safe to stand inside a text of ours. */
export const quoted = (text: string): string => text.replaceAll('*', '∗')

/** The rows as a messenger without that page shows them. */
export const withoutPages = (rows: readonly Button[][]): Button[][] =>
  rows
    .map((row) =>
      row.flatMap((button): Button[] => {
        if (!('page' in button)) return [button]
        const { page: _page, through: _through, act, ...look } = button
        return act === null ? [] : [{ ...look, act }]
      }),
    )
    .filter((row) => row.length > 0)

import type { Io } from '#server/io/io.ts'

/** Where the page of the card is on our site. */
export const cardPath = (client_id: string): string =>
  `/tg/card?${new URLSearchParams({ client: client_id }).toString()}`

/**
 * The page of the card inside Telegram, for whoever came by this connection; null where the world
 * cannot reach us: Telegram opens pages over https alone.
 */
export function cardPage(io: Pick<Io, 'config'>, client_id: string): string | null {
  return io.config.https ? `${io.config.PUBLIC_URL}${cardPath(client_id)}` : null
}

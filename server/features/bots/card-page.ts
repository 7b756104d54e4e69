import type { Io } from '#server/io/io.ts'

/**
 * The page of the card inside Telegram, for whoever came by this connection; null where the world
 * cannot reach us: Telegram opens pages over https alone.
 */
export function cardPage(io: Pick<Io, 'config'>, client_id: string): string | null {
  if (!io.config.https) return null
  return `${io.config.PUBLIC_URL}/tg/card?${new URLSearchParams({ client: client_id }).toString()}`
}

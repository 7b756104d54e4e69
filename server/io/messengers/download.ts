import { CALL_MS, MessengerError } from './messenger.ts'

/** More than any picture of a bot is. */
const BYTES_MAX = 2 * 1024 * 1024

/** The bytes at an address of a messenger. Throws `MessengerError`; no error tells the address. */
export async function download(url: string | URL): Promise<Buffer> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(CALL_MS) })
    if (!response.ok) throw new MessengerError('gone', `HTTP ${response.status}`)
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > BYTES_MAX) throw new MessengerError('bad', 'the file is too large')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof MessengerError) throw error
    throw new MessengerError('unreachable', 'no file')
  }
}

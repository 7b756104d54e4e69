import { createHash } from 'node:crypto'

/** What was read so far, and at the end the hash of all of it. */
export type Measured = { bytes: number; rows: number; sha256: string }

const BREAK = 10

/**
 * The lines of a file as they come, without their breaks; `measured` is filled meanwhile. A last
 * line without its break counts as a line.
 */
export async function* readLines(
  parts: AsyncIterable<Uint8Array>,
  measured?: Measured,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rest: Uint8Array[] = []
  const line = (end: Uint8Array) => Buffer.concat([...rest, end]).toString('utf8')
  for await (const part of parts) {
    hash.update(part)
    if (measured) measured.bytes += part.length
    let from = 0
    for (let at = part.indexOf(BREAK); at >= 0; at = part.indexOf(BREAK, from)) {
      if (measured) measured.rows += 1
      yield line(part.subarray(from, at))
      rest = []
      from = at + 1
    }
    if (from < part.length) rest.push(part.subarray(from))
  }
  if (rest.length > 0) {
    if (measured) measured.rows += 1
    yield line(new Uint8Array())
  }
  if (measured) measured.sha256 = hash.digest('hex')
}

/**
 * Writes a WebM file of one VP9 track. The format is small: numbered boxes in boxes, of which a
 * silent film needs a dozen, so no library is kept for it.
 */

export type Chunk = { data: Buffer; at_ms: number; key: boolean }
type Film = { width: number; height: number; duration_ms: number; chunks: readonly Chunk[] }

const id = (hex: string) => Buffer.from(hex, 'hex')

/** A size of eight bytes, so that a box is as long before its numbers are known as after. */
function sizeOf(length: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(length))
  size[0] = 0x01
  return size
}

function box(hex: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([id(hex), sizeOf(body.length), body])
}

function whole(hex: string, value: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeBigUInt64BE(BigInt(Math.round(value)))
  return box(hex, body)
}

function real(hex: string, value: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeDoubleBE(value)
  return box(hex, body)
}

const text = (hex: string, value: string) => box(hex, Buffer.from(value))

const HEAD = box(
  '1a45dfa3',
  whole('4286', 1),
  whole('42f7', 1),
  whole('42f2', 4),
  whole('42f3', 8),
  text('4282', 'webm'),
  whole('4287', 4),
  whole('4285', 2),
)

/** A cluster begins with each key frame, so that a player may begin there too. */
function clustersOf(chunks: readonly Chunk[]): Chunk[][] {
  const clusters: Chunk[][] = []
  for (const chunk of chunks) {
    if (chunk.key || clusters.length === 0) clusters.push([])
    clusters.at(-1)?.push(chunk)
  }
  return clusters
}

function clusterBox(chunks: Chunk[]): Buffer {
  const [first] = chunks
  const start = first?.at_ms ?? 0
  const blocks = chunks.map(({ data, at_ms, key }) => {
    const head = Buffer.alloc(4)
    head.writeUInt8(0x81, 0)
    head.writeInt16BE(Math.round(at_ms - start), 1)
    head.writeUInt8(key ? 0x80 : 0, 3)
    return box('a3', head, data)
  })
  return box('1f43b675', whole('e7', start), ...blocks)
}

/** The whole file: what it is, its one track, where its key frames are, the frames. */
export function webm({ width, height, duration_ms, chunks }: Film): Buffer {
  const info = box(
    '1549a966',
    whole('2ad7b1', 1_000_000),
    real('4489', duration_ms),
    text('4d80', 'verta'),
    text('5741', 'verta'),
  )
  const video = box('e0', whole('b0', width), whole('ba', height))
  const entry = [whole('d7', 1), whole('73c5', 1), whole('83', 1), text('86', 'V_VP9'), video]
  const tracks = box('1654ae6b', box('ae', ...entry))
  const clusters = clustersOf(chunks)
  const boxes = clusters.map(clusterBox)
  const cues = (from: number) => {
    let at = from
    const points = clusters.map(([first], index) => {
      const place = box('b7', whole('f7', 1), whole('f1', at))
      at += boxes[index]?.length ?? 0
      return box('bb', whole('b3', first?.at_ms ?? 0), place)
    })
    return box('1c53bb6b', ...points)
  }
  // Every number takes eight bytes, so the cues are as long with their places as without.
  const before = info.length + tracks.length + cues(0).length
  return Buffer.concat([HEAD, box('18538067', info, tracks, cues(before), ...boxes)])
}

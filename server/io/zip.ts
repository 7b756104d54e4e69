/**
 * Zip files, written and read in a stream: nothing of them is held whole in memory, and large ones
 * are Zip64. The one file that knows the library (decision 0055).
 */
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { configure, Reader, ZipReader, ZipWriter, type FileEntry } from '@zip.js/zip.js'

// Node's own zlib compresses in threads of its own.
configure({ useWebWorkers: false, useCompressionStream: true })

export type ZipOut = {
  add(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the list of files; answers the size and the SHA-256 of the whole. */
  end(): Promise<{ bytes: number; sha256: string }>
  /** Leaves the file as it is, half written. */
  abandon(): Promise<void>
}

/** Begins a zip file that nobody else may read. Throws when the path is taken. */
export async function createZip(path: string, made_at: Date): Promise<ZipOut> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  const writable = new WritableStream<Uint8Array>({
    async write(chunk) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    },
  })
  const zip = new ZipWriter(writable, { lastModDate: made_at, level: 6 })
  return {
    async add(name, content) {
      await zip.add(name, ReadableStream.from(content))
    },
    async end() {
      await zip.close()
      await file.sync()
      await file.close()
      return { bytes, sha256: hash.digest('hex') }
    },
    abandon: () => file.close(),
  }
}

export type ZipIn = {
  names: string[]
  /** The bytes of one file; throws when they are damaged. */
  read(name: string): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** Opens a zip file. Throws when it is none, or was cut off. */
export async function openZip(path: string): Promise<ZipIn> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const reader = new ZipReader(new FileReader(file, size))
    const entries = new Map<string, FileEntry>()
    for (const entry of await reader.getEntries()) {
      if (!entry.directory) entries.set(entry.filename, entry)
    }
    return {
      names: [...entries.keys()],
      read(name) {
        const entry = entries.get(name)
        if (!entry) throw new Error(`${name} is not in the file`)
        return readEntry(entry)
      },
      async close() {
        await reader.close()
        await file.close()
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* readEntry(entry: FileEntry): AsyncGenerator<Uint8Array> {
  let fail = (_error: unknown) => {}
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error)
    },
  })
  // Whoever stops reading ends the unpacking too, which then fails and is nobody's matter.
  entry.getData(writable, { checkSignature: true }).catch(fail)
  yield* readable
}

/** Reads a part of a file where it lies. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const part = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.#file.read(part, filled, length - filled, index + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return part.subarray(0, filled)
  }
}

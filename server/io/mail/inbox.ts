import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { newId } from '../id.ts'
import type { Letter } from './mail.ts'

export type KeptLetter = Letter & { id: string; sent_at: string }

const idPattern = /^[0-9a-f-]{36}$/

/** The development inbox: one JSON file a letter under DATA_DIR/mail, the newest named last. */
export function openInbox(data_dir: string, clock: Clock) {
  const folder = join(data_dir, 'mail')
  return {
    async keep(letter: Letter): Promise<void> {
      const now = clock.now()
      const id = newId(now)
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${id}.draft`)
      const kept: KeptLetter = { id, sent_at: now.toISOString(), ...letter }
      await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
      // Readers see a letter whole or not at all.
      await rename(draft, join(folder, `${id}.json`))
    },

    /** The newest first. */
    async list(count: number): Promise<KeptLetter[]> {
      const files = await readdir(folder).catch(() => [] as string[])
      const newest = files
        .filter((file) => file.endsWith('.json'))
        .toSorted()
        .toReversed()
      return Promise.all(
        newest
          .slice(0, count)
          .map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))),
      )
    },

    async find(id: string): Promise<KeptLetter | undefined> {
      if (!idPattern.test(id)) return undefined
      const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => undefined)
      return text === undefined ? undefined : JSON.parse(text)
    },
  }
}

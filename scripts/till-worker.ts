/** Gives the till's service worker the files of the build it belongs to. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** What stands in `web/public/till-worker.js` until the build fills it in. */
const PLACE = "{ version: 'none', files: [] }"
/** The words a till speaks; the texts of the cabinet are in its build too, and never asked for. */
const TILL_TEXTS = /[\\/]web[\\/]text[\\/][^\\/]+[\\/](?!(?:shell|cashier)\.json)[^\\/]+\.json$/

const isWanted = (output: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean =>
  output.fileName.startsWith('assets/') &&
  !(output.type === 'chunk' && output.moduleIds.some((id) => TILL_TEXTS.test(id)))

/** Writes the worker into the built folder; its version is the content of the till's page. */
export function writeTillWorker(folder: string, { output }: Rolldown.RolldownOutput): void {
  const files = output
    .filter(isWanted)
    .map(({ fileName }) => `/${fileName}`)
    .toSorted()
  const page = readFileSync(join(folder, 'pos.html'))
  const version = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 16)
  const path = join(folder, 'till-worker.js')
  const source = readFileSync(path, 'utf8')
  if (!source.includes(PLACE)) throw new Error('the till worker has no place for its files')
  writeFileSync(path, source.replace(PLACE, JSON.stringify({ version, files })))
}

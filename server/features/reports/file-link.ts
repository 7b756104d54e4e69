import { z } from 'zod'
import type { Io } from '#server/io/io.ts'

const PURPOSE = 'scheduled report'
const LIVES_MS = 7 * 24 * 3_600_000

const sealed = z.object({
  organization_id: z.uuid(),
  schedule_id: z.uuid(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  until: z.number(),
})
export type LinkedFile = Omit<z.output<typeof sealed>, 'until'>

/** The address of one period's file. What it opens is sealed inside; it lives for a week. */
export function fileUrl(io: Pick<Io, 'config' | 'secrets' | 'clock'>, file: LinkedFile): string {
  const until = io.clock.now().getTime() + LIVES_MS
  const token = io.secrets.encrypt(PURPOSE, JSON.stringify({ ...file, until }))
  return `${io.config.PUBLIC_URL}/api/v1/stats/scheduled/${encodeURIComponent(token)}`
}

/** What such an address opens; undefined: it was made up, changed or is over. */
export function openFileToken(
  io: Pick<Io, 'secrets' | 'clock'>,
  token: string,
): LinkedFile | undefined {
  try {
    const { until, ...file } = sealed.parse(JSON.parse(io.secrets.decrypt(PURPOSE, token)))
    return until < io.clock.now().getTime() ? undefined : file
  } catch {
    return undefined
  }
}

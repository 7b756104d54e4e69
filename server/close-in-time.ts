import type { Log } from './io/log.ts'

/** Something to end, with the word that the log has for it. */
export type Step = [name: string, end: () => Promise<unknown>]

/**
 * Ends everything, one after another, within a time; answers the status to exit with. What hangs or
 * fails is told by name: whoever ends the program does not wait for ever, and knows for what.
 */
export async function closeInTime(
  log: Pick<Log, 'error'>,
  limit_ms: number,
  steps: readonly Step[],
): Promise<number> {
  let at = ''
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      log.error({ at, limit_ms }, 'closing took too long; the rest is broken off')
      resolve(1)
    }, limit_ms)
  })
  const inOrder = async () => {
    for (const [name, end] of steps) {
      at = name
      await end()
    }
    return 0
  }
  try {
    return await Promise.race([inOrder(), late])
  } catch (error) {
    log.error({ at, err: error }, 'closing failed; the rest is broken off')
    return 1
  } finally {
    clearTimeout(timer)
  }
}

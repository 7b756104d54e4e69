const lines = new Map<string, Promise<unknown>>()

/**
 * Runs works of the same key one after another within this process, each beginning when the one
 * before has ended. Only saves vain attempts: what keeps two processes apart is the version.
 */
export async function takeTurns<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key)
  const mine = before ? before.then(work, work) : work()
  lines.set(key, mine)
  try {
    return await mine
  } finally {
    if (lines.get(key) === mine) lines.delete(key)
  }
}

const PART = 5_000
/** What is left after so many waits for the next run: dead rows are swept away in between. */
const PARTS_MAX = 200

/**
 * Deletes part by part until there is no more, so that a heap of years never meets the limit of one
 * statement and holds no long transaction. `deleteSome` deletes `limit` rows at most, and tells how many.
 */
export async function deleteInParts(deleteSome: (limit: number) => Promise<number>): Promise<void> {
  for (let part = 0; part < PARTS_MAX; part += 1) {
    if ((await deleteSome(PART)) < PART) return
  }
}

import type { Tx } from '#server/io/db.ts'
import { copyGifts, moveDays, type MergedPair } from './merge-store.ts'

/**
 * What a merge does beside the two accounts, in their transaction: the days bought on become the
 * living card's, and gifts that either phone had are had by its phone. `gone_who`: the HMACs of the
 * phone that goes, `keep_who`: the one of the phone that stays.
 */
export async function mergeSums(
  tx: Tx,
  pair: MergedPair,
  { gone_who, keep_who }: { gone_who: readonly string[]; keep_who: string },
): Promise<void> {
  await moveDays(tx, pair)
  await copyGifts(tx, pair.organization_id, gone_who, keep_who, pair.keep_id)
}

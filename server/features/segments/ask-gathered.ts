/**
 * What is gathered with purchases, as it is at this very moment: the kept sums up to the mark of the
 * job and, out of the receipts and movements themselves, whatever came after it; both of one
 * snapshot. So an answer is exact, whether the job ran a minute ago or never. Decision 0060.
 */
import { inSnapshot, type Db, type Tx } from '#server/io/db.ts'
import { beginReading } from './purchase-store.ts'
import { selectKinds, type KindSums } from './movement-store.ts'
import { sumOwed, type OwedSums } from './owed-store.ts'
import * as returns from './return-store.ts'
import { sumSales, type SaleSums } from './sale-store.ts'

/** Before the first receipt: nothing was gathered yet. */
const NEVER = new Date(0)

const gathered = <T>(db: Db, ask: (tx: Tx, since: Date) => Promise<T>): Promise<T> =>
  inSnapshot(db, async (tx) => ask(tx, (await beginReading(tx)) ?? NEVER))

/** Different buyers by bucket and, with `each_pos`, by point of sale. */
export const countVisitors = (
  db: Db,
  ask: returns.ReturnsAsk & { bucket: returns.Bucket },
): Promise<returns.CountedVisitors[]> =>
  gathered(db, (tx, since) => returns.selectVisitors(tx, ask, since))

/** What is left of the sales of some days, and what of it buyers paid on their first days. */
export const askSales = (
  db: Db,
  ask: returns.ReturnsAsk,
): Promise<SaleSums & { first_paid: number }> =>
  gathered(db, async (tx, since) => ({
    ...(await sumSales(tx, ask, since)),
    first_paid: await returns.sumFirstDays(tx, ask, since),
  }))

/** Movements of some days by kind, and under '' of all kinds. */
export const askKinds = (db: Db, ask: returns.ReturnsAsk): Promise<KindSums[]> =>
  gathered(db, (tx, since) => selectKinds(tx, ask, since))

/** What a shop owes at a moment, and what of it expires until another one. */
export const askOwed = (
  db: Db,
  ask: { organization_id: string; now: Date; soon: Date },
): Promise<OwedSums> => gathered(db, (tx, since) => sumOwed(tx, ask, since))

import type { Tariff } from '#contract/licensing.ts'
import { toDecimal } from '#contract/money.ts'
import { trialDaysOf } from '#contract/trial.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { listTariffs } from './tariff-store.ts'

const ALL = { page: 1, limit: 100 }

/** The tariffs on sale as the pages show them, prices in currency units. */
export async function readTariffs(db: Db): Promise<Tariff[]> {
  const { items } = await listTariffs(db, ALL)
  return items.map((tariff) => ({ ...tariff, price: toDecimal(tariff.price, 2) }))
}

/** How long a trial that begins now lasts, in days. */
export async function readTrialDays(db: Db | Tx): Promise<number> {
  const { items } = await listTariffs(db, ALL)
  return trialDaysOf(items)
}

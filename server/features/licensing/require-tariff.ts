import type { Db } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findTariff, type TariffRow } from './tariff-store.ts'

/**
 * A tariff that can be bought.
 * Refuses: `validation_failed` for one that is absent, no longer sold, or of another period.
 */
export async function requireTariff(
  db: Db,
  tariff_id: string,
  period?: 'month' | 'year',
): Promise<TariffRow> {
  const tariff = await findTariff(db, tariff_id)
  if (!tariff) throw refused('tariff_id', 'not_an_option')
  if (!tariff.on_sale) throw refused('tariff_id', 'tariff_not_on_sale')
  if (period !== undefined && tariff.period !== period) throw refused('period', 'not_an_option')
  return tariff
}

const refused = (path: string, code: string) =>
  new Refusal('validation_failed', { fields: [{ path, code }] })

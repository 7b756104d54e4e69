/** The inputs above the report; each is in the address, so a report can be sent as a link. */
import type { Address, ChangeAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useText } from '../../text/text.ts'
import type { FilterChip } from '../../ui/data-page.tsx'
import { type Asked, STATUSES } from './asked.ts'
import {
  CashierFilter,
  ChoiceFilter,
  Find,
  PosFilter,
  useCashierLabel,
  useScopeLabels,
} from './scope-filters.tsx'

type Props = { organization: Organization; asked: Asked; onChange: ChangeAddress }

export function Filters({ organization, asked, onChange }: Props) {
  const t = useText('reports')
  const set = (change: Address) => onChange({ ...change, page_number: undefined })
  return (
    <>
      <PosFilter organization={organization} value={asked.pos_id} onChange={set} />
      <CashierFilter organization={organization} value={asked.cashier_id} onChange={set} />
      <ChoiceFilter
        label={t('filter.status')}
        any={t('filter.status.any')}
        value={asked.status}
        choices={STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        onChange={(status) => set({ status })}
      />
      <Find
        key={`${asked.phone}|${asked.receipt_number}`}
        phone={asked.phone}
        receipt_number={asked.receipt_number}
        numbered
        onFind={set}
      />
    </>
  )
}

/** The filters that are on, each with its way off. */
export function useChips(
  organization: Organization,
  asked: Asked,
  change: ChangeAddress,
): FilterChip[] {
  const t = useText('reports')
  const scope = useScopeLabels(organization, asked)
  const cashier = useCashierLabel(organization, asked.cashier_id)
  const labels = {
    pos_id: scope.pos_id,
    cashier_id: cashier,
    status: asked.status && t(`status.${asked.status}`),
    phone: scope.phone,
    receipt_number:
      asked.receipt_number && t('filter.number.chip', { number: asked.receipt_number }),
  }
  return chipsOf(labels, (key) => change({ [key]: undefined, page_number: undefined }))
}

/** A chip for each filter that has something to say. */
export const chipsOf = (
  labels: Record<string, string | undefined>,
  remove: (key: string) => void,
): FilterChip[] =>
  Object.entries(labels).flatMap(([key, label]) =>
    label ? [{ key, label, onRemove: () => remove(key) }] : [],
  )

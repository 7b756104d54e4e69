/** The filters over the list of receipts. */
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import type { Filters } from './queries.ts'
import classes from './receipts.module.css'

type Props = { filters: Filters; onChange: (filters: Filters) => void; max_day: string }

export function Filtering({ filters, onChange, max_day }: Props) {
  const t = useText('cashier')
  const statuses = ['completed', 'partially_cancelled', 'cancelled'] as const
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={20} stroke={1.75} />}
        maxLength={40}
        value={filters.q}
        onChange={(event) => onChange({ ...filters, q: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label={t('list.day')}
        max={max_day}
        value={filters.day}
        onChange={(event) => onChange({ ...filters, day: event.currentTarget.value || max_day })}
      />
      <NativeSelect
        aria-label={t('list.status')}
        value={filters.status}
        data={[
          { value: '', label: t('list.all') },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        onChange={(event) =>
          onChange({ ...filters, status: event.currentTarget.value as Filters['status'] })
        }
      />
      <SegmentedControl
        aria-label={t('list.cashier')}
        value={filters.mine ? 'mine' : 'all'}
        data={[
          { value: 'all', label: t('list.all') },
          { value: 'mine', label: t('list.mine') },
        ]}
        onChange={(value) => onChange({ ...filters, mine: value === 'mine' })}
      />
    </div>
  )
}

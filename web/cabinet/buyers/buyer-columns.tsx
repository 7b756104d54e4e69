/** The columns of the list; every one but the buyer can be hidden, and that is remembered. */
import { Badge, Button, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { money, number, relative } from '../../text/format.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import { ColumnChoices } from '../../ui/column-choices.tsx'
import classes from './buyers.module.css'
import type { BuyerRow } from './queries.ts'
import { RevealPhone } from './reveal-phone.tsx'

const OPTIONAL = [
  'level',
  'balance',
  'expiring',
  'receipts_count',
  'turnover',
  'average',
  'last_visit_at',
  'joined_at',
  'channel',
  'tags',
] as const
type Optional = (typeof OPTIONAL)[number]

const HIDDEN_AT_FIRST: Optional[] = ['joined_at', 'average', 'tags']

const titles: Record<Optional, TextKey<'buyers'>> = {
  level: 'col.level',
  balance: 'col.balance',
  expiring: 'col.expiring',
  receipts_count: 'col.receipts_count',
  turnover: 'col.turnover',
  average: 'col.average',
  last_visit_at: 'col.last_visit',
  joined_at: 'col.joined',
  channel: 'col.channel',
  tags: 'col.tags',
}

/** Which columns this person has switched off. */
export function useHiddenColumns() {
  return useLocalStorage<string[]>({
    key: 'columns.buyers',
    defaultValue: HIDDEN_AT_FIRST,
    getInitialValueInEffect: false,
  })
}

type MenuProps = { hidden: string[]; onChange: (hidden: string[]) => void }

export function ColumnsMenu({ hidden, onChange }: MenuProps) {
  const t = useText('buyers')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={20} stroke={1.75} />}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <ColumnChoices<string>
            columns={OPTIONAL.map((column) => ({ column, label: t(titles[column]) }))}
            hidden={hidden}
            onChange={onChange}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

export const nameOf = (name: string, t: Text<'buyers'>) => name.trim() || t('no_name')

export function buyerColumns(
  t: Text<'buyers'>,
  { id, currency }: Organization,
  hidden: string[],
): DataTableColumn<BuyerRow>[] {
  const right = { textAlign: 'right', noWrap: true } as const
  const columns: DataTableColumn<BuyerRow>[] = [
    {
      accessor: 'name',
      title: t('col.name'),
      sortable: true,
      render: (row) => (
        <div>
          <PageLink
            className={classes.name}
            href={paths.buyer_by_id(id, row.id)}
            onClick={(event) => event.stopPropagation()}
          >
            {nameOf(row.name, t)}
          </PageLink>{' '}
          {row.status === 'active' ? null : (
            <Badge size="md" color="kalyna">
              {t(`status.${row.status}`)}
            </Badge>
          )}
          <br />
          <RevealPhone organization_id={id} buyer_id={row.id} masked={row.phone_masked} />
        </div>
      ),
    },
    { accessor: 'level', title: t('col.level'), render: (row) => row.level ?? '—' },
    {
      accessor: 'balance',
      title: t('col.balance'),
      sortable: true,
      ...right,
      render: (row) => <span className={classes.bonus}>{number(row.available)}</span>,
    },
    {
      accessor: 'expiring',
      title: t('col.expiring'),
      ...right,
      render: (row) => (row.expiring_30d ? number(row.expiring_30d) : '—'),
    },
    {
      accessor: 'receipts_count',
      title: t('col.receipts_count'),
      sortable: true,
      ...right,
      render: (row) => number(row.receipts_count),
    },
    {
      accessor: 'turnover',
      title: t('col.turnover'),
      sortable: true,
      ...right,
      render: (row) => money(row.turnover, currency),
    },
    {
      accessor: 'average',
      title: t('col.average'),
      ...right,
      render: (row) => (row.average_receipt === null ? '—' : money(row.average_receipt, currency)),
    },
    {
      accessor: 'last_visit_at',
      title: t('col.last_visit'),
      sortable: true,
      noWrap: true,
      render: (row) => (row.last_visit_at ? relative(row.last_visit_at) : '—'),
    },
    {
      accessor: 'joined_at',
      title: t('col.joined'),
      sortable: true,
      noWrap: true,
      render: (row) => relative(row.joined_at),
    },
    {
      accessor: 'channel',
      title: t('col.channel'),
      render: (row) =>
        row.messengers.length ? (
          row.messengers.map((one) => t(`messenger.${one}`)).join(', ')
        ) : (
          <span className={classes.muted}>—</span>
        ),
    },
    { accessor: 'tags', title: t('col.tags'), render: (row) => row.tags.join(', ') || '—' },
  ]
  return columns.filter((column) => !hidden.includes(String(column.accessor)))
}

/** The columns of the two tabs. */
import { Badge } from '@mantine/core'
import { IconCheck, IconPackage, IconX } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { money, relative } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import classes from './catalog.module.css'
import { FloorCell } from './floor-cell.tsx'
import type { Product } from './queries.ts'

type Columns = (
  t: Text<'catalog'>,
  organization: Organization,
  onOpen: (id: string) => void,
) => DataTableColumn<Product>[]

const right = { textAlign: 'right', noWrap: true } as const

const common: Columns = (t, organization, onOpen) => [
  {
    accessor: 'name',
    title: t('col.name'),
    sortable: true,
    render: (row) => (
      <div className={classes.name}>
        {row.image ? (
          <img className={classes.picture} src={row.image} alt="" loading="lazy" />
        ) : (
          <span className={classes.picture} aria-hidden>
            <IconPackage size={20} stroke={1.5} />
          </span>
        )}
        <div>
          <PageLink
            href={`${paths.min_price(organization.id)}?product=${row.id}`}
            onClick={(event) => {
              event.preventDefault()
              event.stopPropagation()
              onOpen(row.id)
            }}
          >
            {row.name}
          </PageLink>
          <span className={classes.codes}>
            {[row.sku, row.barcode].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
    ),
  },
  {
    accessor: 'category',
    title: t('col.category'),
    sortable: true,
    render: (row) => row.category ?? '—',
  },
  {
    accessor: 'price',
    title: t('col.price'),
    sortable: true,
    ...right,
    render: (row) => money(row.price, organization.currency),
  },
]

const updated = (t: Text<'catalog'>): DataTableColumn<Product> => ({
  accessor: 'updated_at',
  title: t('col.updated'),
  sortable: true,
  noWrap: true,
  render: (row) => relative(row.updated_at),
})

export const priceColumns: Columns = (t, organization, onOpen) => [
  ...common(t, organization, onOpen),
  {
    accessor: 'floor',
    title: t('col.floor'),
    sortable: true,
    textAlign: 'right',
    render: (row) => <FloorCell organization={organization} product={row} />,
  },
  {
    accessor: 'bonuses',
    title: t('col.bonuses'),
    render: (row) => (
      <span className={classes.flags}>
        <Flag on={!row.exclude_accrual} yes={t('bonuses.earn')} no={t('bonuses.earn_no')} />
        <Flag on={!row.exclude_spend} yes={t('bonuses.spend')} no={t('bonuses.spend_no')} />
      </span>
    ),
  },
  updated(t),
]

function Flag({ on, yes, no }: { on: boolean; yes: string; no: string }) {
  return (
    <span className={classes.flag} data-off={!on}>
      {on ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
      {on ? yes : no}
    </span>
  )
}

export const productColumns: Columns = (t, organization, onOpen) => [
  ...common(t, organization, onOpen),
  { accessor: 'unit', title: t('col.unit'), render: (row) => t(`unit.${row.unit}`) },
  {
    accessor: 'cost',
    title: t('col.cost'),
    ...right,
    render: (row) => (row.cost === null ? '—' : money(row.cost, organization.currency)),
  },
  {
    accessor: 'state',
    title: t('col.state'),
    render: (row) => (
      <Badge size="md" color={row.active ? 'spruce' : 'gray'}>
        {t(row.active ? 'state.on' : 'state.off')}
      </Badge>
    ),
  },
  {
    accessor: 'bot',
    title: t('col.bot'),
    render: (row) => t(row.visible_in_bot ? 'bot.yes' : 'bot.no'),
  },
  updated(t),
]

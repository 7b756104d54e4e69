/** The columns of the report. */
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { dateTime, money, number, signed } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import type { ReceiptRow } from './queries.ts'
import classes from './reports.module.css'
import { StatusBadge } from './status-badge.tsx'

/** A tablet has no room for these columns; the drawer has them. */
const WIDE = '(min-width: 1024px)'

export function receiptColumns(
  t: Text<'reports'>,
  { id, currency, timezone }: Organization,
  open: (row: ReceiptRow) => void,
): DataTableColumn<ReceiptRow>[] {
  const right = { textAlign: 'right', noWrap: true } as const
  return [
    {
      accessor: 'number',
      title: t('col.number_time'),
      noWrap: true,
      render: (row) => (
        <>
          <button
            type="button"
            className={classes.link}
            aria-label={t('open', { number: row.number ?? t('no_number') })}
            onClick={(event) => {
              event.stopPropagation()
              open(row)
            }}
          >
            {row.number ?? t('no_number')}
          </button>
          <br />
          <span className={classes.small}>{dateTime(row.occurred_at, timezone)}</span>
        </>
      ),
    },
    {
      accessor: 'pos_name',
      visibleMediaQuery: WIDE,
      title: t('col.pos'),
      noWrap: true,
      render: (row) => (
        <>
          {row.pos_name}
          <br />
          <span className={classes.small}>{row.cashier_name}</span>
        </>
      ),
    },
    {
      accessor: 'buyer_name',
      title: t('col.buyer'),
      render: (row) =>
        row.buyer_id ? (
          <PageLink
            href={paths.buyer_by_id(id, row.buyer_id)}
            onClick={(event) => event.stopPropagation()}
          >
            {row.buyer_name || row.buyer_phone || '—'}
          </PageLink>
        ) : (
          <span className={classes.muted}>—</span>
        ),
    },
    {
      accessor: 'gross',
      visibleMediaQuery: WIDE,
      title: t('col.gross'),
      ...right,
      render: (row) => money(row.gross, currency),
    },
    {
      accessor: 'bonuses_spent',
      title: t('col.spent'),
      ...right,
      render: (row) => (row.bonuses_spent ? number(row.bonuses_spent) : '—'),
    },
    {
      accessor: 'to_pay',
      title: t('col.paid'),
      ...right,
      render: (row) => money(row.to_pay, currency),
    },
    {
      accessor: 'accrual',
      title: t('col.accrued'),
      ...right,
      render: (row) => (
        <span className={row.accrual ? classes.plus : classes.muted}>
          {row.accrual ? signed(row.accrual) : '—'}
        </span>
      ),
    },
    {
      accessor: 'status',
      title: t('col.status'),
      noWrap: true,
      render: (row) => <StatusBadge status={row.status} offline={row.offline} />,
    },
  ]
}

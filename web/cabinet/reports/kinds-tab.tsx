/** Movements of bonuses added up by kind, beside the period before. */
import { useQuery } from '@tanstack/react-query'
import { IconListDetails } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import { paths } from '../../shell/paths.ts'
import { day, number, signed } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { scopeOf } from './asked.ts'
import { kindName } from './kind-name.ts'
import type { TabProps } from './period-page.tsx'
import { type KindsReport, kindsQuery } from './queries.ts'
import classes from './reports.module.css'

type Row = KindsReport['items'][number] & { before: number; href: string }

export function KindsTab({ organization, asked }: TabProps) {
  const t = useText('reports')
  const scope = scopeOf(asked)
  const query = useQuery(kindsQuery(organization.id, scope))
  const { data } = query
  const link = (kind: string) => {
    const given = Object.entries({ ...scope, kind }).filter(([, value]) => value !== undefined)
    return `${paths.transactions(organization.id)}?${new URLSearchParams(given as [string, string][]).toString()}`
  }
  const items = (data?.items ?? []).map((row) => ({
    ...row,
    before: data?.previous.items.find(({ kind }) => kind === row.kind)?.amount ?? 0,
    href: link(row.kind),
  }))
  return (
    <DataPage
      query={{
        ...query,
        data: data && { items, total: items.length, page: 1, limit: Math.max(1, items.length) },
      }}
      what={t('moves.what')}
      sentence={problemSentence}
      rowId={(row) => row.kind}
      columns={columnsOf(t)}
      card={(row) => cardOf(row, t)}
      totals={
        data ? (
          <div className={classes.totals}>
            <span>
              {t('totals')}: {number(data.totals.operations)}
            </span>
            <span>{t('kinds.total', { amount: signed(data.totals.amount) })}</span>
            <span>
              {t('kinds.total_before', {
                from: day(data.previous.start_date),
                to: day(data.previous.end_date),
                amount: signed(data.previous.totals.amount),
              })}
            </span>
          </div>
        ) : null
      }
      empty={
        <EmptyState icon={<IconListDetails size={32} stroke={1.5} />} title={t('moves.empty')} />
      }
    />
  )
}

function cardOf(row: Row, t: Text<'reports'>) {
  return {
    title: <PageLink href={row.href}>{kindName(t, row.kind)}</PageLink>,
    value: signed(row.amount),
    line: `${t('kinds.operations')}: ${number(row.operations)} · ${t('kinds.before')}: ${signed(row.before)}`,
  }
}

function columnsOf(t: Text<'reports'>): DataTableColumn<Row>[] {
  const right = { textAlign: 'right', noWrap: true } as const
  return [
    {
      accessor: 'kind',
      title: t('col.kind'),
      render: (row) => <PageLink href={row.href}>{kindName(t, row.kind)}</PageLink>,
    },
    {
      accessor: 'operations',
      title: t('kinds.operations'),
      ...right,
      render: (row) => number(row.operations),
    },
    {
      accessor: 'buyers',
      title: t('col.buyers'),
      ...right,
      render: (row) => number(row.buyers),
    },
    {
      accessor: 'amount',
      title: t('col.change'),
      ...right,
      render: (row) => (
        <span className={row.amount > 0 ? classes.plus : undefined}>{signed(row.amount)}</span>
      ),
    },
    {
      accessor: 'debt_change',
      title: t('kinds.debt'),
      ...right,
      render: (row) => (row.debt_change ? signed(row.debt_change) : '—'),
    },
    {
      accessor: 'before',
      title: t('kinds.before'),
      ...right,
      render: (row) => signed(row.before),
    },
  ]
}

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconListDetails } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { entryKinds } from '#contract/entry-kinds.ts'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { dateTime, number, signed, today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { scopeOf, statsAskOf } from './asked.ts'
import { ExportMenu } from './export-menu.tsx'
import { chipsOf } from './filters.tsx'
import { kindName } from './kind-name.ts'
import { PeriodBar } from './period-bar.tsx'
import { PresetsMenu } from './presets-menu.tsx'
import { type Movement, movementsQuery } from './queries.ts'
import { Find, PosFilter, useScopeLabels } from './scope-filters.tsx'
import classes from './reports.module.css'
import { type Kept, shown, WithReportOptions } from './with-report-options.tsx'

export function TransactionsPage() {
  return (
    <WithReportOptions>
      {(organization, kept) => <Transactions organization={organization} kept={kept} />}
    </WithReportOptions>
  )
}

function Transactions({ organization, kept }: { organization: Organization; kept: Kept }) {
  const t = useText('reports')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const asked = statsAskOf(address, today(organization.timezone), kept)
  const { kind } = asked
  const scope = { ...scopeOf(asked), kind }
  const query = useQuery(movementsQuery(organization.id, scope, asked))
  const set = (changes: Record<string, string | undefined>) =>
    change({ ...changes, page: undefined })
  const labels = { ...useScopeLabels(organization, asked), kind: kind && t(`kind.${kind}`) }
  return (
    <>
      <PageHeader
        title={shell('page.transactions')}
        purpose={t('moves.purpose')}
        actions={
          <>
            <PresetsMenu
              organization={organization}
              kept={kept}
              report="transactions"
              period={{ from: asked.start_date, to: asked.end_date }}
              days={['start_date', 'end_date']}
            />
            <ExportMenu
              ask={{ report: 'transactions', organization_id: organization.id, ...scope }}
            />
          </>
        }
      />
      <PeriodBar
        organization={organization}
        period={{ from: asked.start_date, to: asked.end_date }}
        onChange={({ from, to }) => set({ start_date: from, end_date: to })}
      />
      <DataPage
        query={query}
        what={t('moves.what')}
        sentence={problemSentence}
        rowId={(row) => `${row.buyer_id} ${row.number}`}
        columns={shown('transactions', columnsOf(t, organization), kept)}
        card={(row) => cardOf(row, organization, t)}
        filters={
          <>
            <NativeSelect
              size="md"
              className={classes.filter}
              label={t('filter.kind')}
              value={kind ?? ''}
              onChange={(event) => set({ kind: event.currentTarget.value })}
              data={[
                { value: '', label: t('filter.kind.any') },
                ...entryKinds.map((one) => ({ value: one, label: t(`kind.${one}`) })),
              ]}
            />
            <PosFilter organization={organization} value={asked.pos_id} onChange={set} />
            <Find key={asked.phone ?? ''} phone={asked.phone} onFind={set} />
          </>
        }
        chips={chipsOf(labels, (key) => set({ [key]: undefined }))}
        onResetFilters={() => set({ kind: undefined, pos_id: undefined, phone: undefined })}
        empty={
          <EmptyState
            icon={<IconListDetails size={32} stroke={1.5} />}
            title={t('moves.empty')}
            action={
              <Button component={PageLink} href={paths.till}>
                {t('empty.till')}
              </Button>
            }
          />
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => set({ limit: String(limit) })}
      />
    </>
  )
}

const buyerOf = (row: Movement) => row.buyer_name || row.buyer_phone || '—'

function cardOf(row: Movement, { timezone }: Organization, t: Text<'reports'>) {
  return {
    title: `${kindName(t, row.kind)} · ${buyerOf(row)}`,
    value: signed(row.amount),
    line: [
      dateTime(row.at, timezone),
      row.pos_name,
      row.by,
      t('entries.after', { amount: number(row.balance_after) }),
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

function columnsOf(
  t: Text<'reports'>,
  { id, timezone }: Organization,
): DataTableColumn<Movement>[] {
  const right = { textAlign: 'right', noWrap: true } as const
  return [
    {
      accessor: 'at',
      title: t('col.time'),
      noWrap: true,
      render: (row) => dateTime(row.at, timezone),
    },
    {
      accessor: 'buyer_name',
      title: t('col.buyer'),
      render: (row) => (
        <PageLink href={paths.buyer_by_id(id, row.buyer_id)}>{buyerOf(row)}</PageLink>
      ),
    },
    {
      accessor: 'kind',
      title: t('col.kind'),
      render: (row) => (
        <>
          {kindName(t, row.kind)}
          {row.receipt_id ? (
            <>
              <br />
              <PageLink className={classes.small} href={paths.receipt(id, row.receipt_id)}>
                {row.receipt_number
                  ? t('drawer.title', { number: row.receipt_number })
                  : t('drawer.title.none')}
              </PageLink>
            </>
          ) : null}
        </>
      ),
    },
    {
      accessor: 'amount',
      title: t('col.change'),
      ...right,
      render: (row) => (
        <>
          <span className={row.amount > 0 ? classes.plus : undefined}>{signed(row.amount)}</span>
          {row.debt_change ? (
            <>
              <br />
              <span className={classes.small}>
                {t('entries.debt', { amount: signed(row.debt_change) })}
              </span>
            </>
          ) : null}
        </>
      ),
    },
    {
      accessor: 'balance_after',
      title: t('col.after'),
      ...right,
      render: (row) => number(row.balance_after),
    },
    {
      accessor: 'pos_name',
      title: t('col.where_who'),
      visibleMediaQuery: '(min-width: 1024px)',
      render: (row) => (
        <>
          {row.pos_name ?? '—'}
          <br />
          <span className={classes.small}>{row.by ?? t('moves.by_program')}</span>
        </>
      ),
    },
  ]
}

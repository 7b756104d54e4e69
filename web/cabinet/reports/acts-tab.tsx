/** Who did what, when and from where. Every filter is in the address. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { auditActs } from '#contract/audit-acts.ts'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'
import { type Address, useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime, today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { statsAskOf } from './asked.ts'
import { AuditDetail, SubjectLink } from './audit-parts.tsx'
import { chipsOf } from './filters.tsx'
import { PeriodBar } from './period-bar.tsx'
import classes from './reports.module.css'
import { CashierFilter, ChoiceFilter, useCashierLabel } from './scope-filters.tsx'

export type Act = ItemOf<'GET /api/v1/audit'>
type Ask = Omit<AskOf<'GET /api/v1/audit'>['query'], 'organization_id'>

const auditQuery = (organization_id: string, ask: Ask) =>
  queryOptions({
    queryKey: ['audit', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/audit', { query: { organization_id, ...ask }, signal }),
    placeholderData: keepPreviousData,
  })

/** The filters as the address holds them. */
export function actsAskOf(address: Address, now: string) {
  const { start_date, end_date, page, limit } = statsAskOf(address, now)
  const kind = auditActs.find((act) => act === address.kind)
  return { start_date, end_date, page, limit, kind, cashier_id: address.cashier_id || undefined }
}

export function ActsTab({ organization }: { organization: Organization }) {
  const t = useText('audit')
  const [address, change] = useAddress()
  const asked = actsAskOf(address, today(organization.timezone))
  const query = useQuery(auditQuery(organization.id, asked))
  const set = (changes: Address) => change({ ...changes, page: undefined })
  const labels = {
    kind: asked.kind && t(`act.${asked.kind}`),
    cashier_id: useCashierLabel(organization, asked.cashier_id),
  }
  return (
    <>
      <PeriodBar
        organization={organization}
        period={{ from: asked.start_date, to: asked.end_date }}
        onChange={({ from, to }) => set({ start_date: from, end_date: to })}
      />
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        rowId={(row) => row.key}
        columns={columnsOf(t, organization)}
        card={(row) => cardOf(row, organization, t)}
        filters={
          <>
            <ChoiceFilter
              label={t('filter.act')}
              any={t('filter.act.any')}
              value={asked.kind}
              choices={auditActs.map((act) => ({ value: act, label: t(`act.${act}`) }))}
              onChange={(kind) => set({ kind })}
            />
            <CashierFilter
              organization={organization}
              any={t('filter.cashier.any')}
              value={asked.cashier_id}
              onChange={set}
            />
          </>
        }
        chips={chipsOf(labels, (key) => set({ [key]: undefined }))}
        onResetFilters={() => set({ kind: undefined, cashier_id: undefined })}
        empty={
          <EmptyState
            icon={<IconHistory size={32} stroke={1.5} />}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => set({ limit: String(limit) })}
      />
    </>
  )
}

const whoOf = (row: Act, t: Text<'audit'>) => row.by.name ?? t(`by.${row.by.kind}`)

function cardOf(row: Act, organization: Organization, t: Text<'audit'>) {
  const { timezone } = organization
  return {
    title: [t(`act.${row.act}`), row.on?.name].filter(Boolean).join(' · '),
    line: (
      <>
        {[dateTime(row.at, timezone), whoOf(row, t), row.address].filter(Boolean).join(' · ')}
        <AuditDetail row={row} organization={organization} />
      </>
    ),
  }
}

function columnsOf(t: Text<'audit'>, organization: Organization): DataTableColumn<Act>[] {
  return [
    {
      accessor: 'at',
      title: t('filter.act'),
      render: (row) => (
        <>
          {t(`act.${row.act}`)}
          <br />
          <span className={classes.small}>{dateTime(row.at, organization.timezone)}</span>
        </>
      ),
    },
    {
      accessor: 'by',
      title: t('col.who'),
      render: (row) => (
        <>
          {whoOf(row, t)}
          <br />
          <span className={classes.small}>
            {[t(`by.${row.by.kind}`), row.address].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      accessor: 'detail',
      title: t('col.detail'),
      render: (row) => (
        <>
          <SubjectLink row={row} organization={organization} />
          <AuditDetail row={row} organization={organization} />
        </>
      ),
    },
  ]
}

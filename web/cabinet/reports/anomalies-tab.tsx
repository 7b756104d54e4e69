/** What looked unusual, in sentences with their two numbers; a cashier is frozen from here. */
import { Badge, Button } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { IconShieldCheck } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { anomalyRuleNames } from '#contract/anomaly-rules.ts'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'
import { type Address, useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { day as printedDay } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { chipsOf } from './filters.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import classes from './reports.module.css'
import { CashierFilter, ChoiceFilter, useCashierLabel } from './scope-filters.tsx'

type Anomaly = ItemOf<'GET /api/v1/anomalies'>
type Cashier = NonNullable<Anomaly['cashier']>
type Ask = Omit<AskOf<'GET /api/v1/anomalies'>['query'], 'organization_id'>

const anomaliesQuery = (organization_id: string, ask: Ask) =>
  queryOptions({
    queryKey: ['anomalies', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/anomalies', { query: { organization_id, ...ask }, signal }),
    placeholderData: keepPreviousData,
  })

const askOf = (address: Address) => ({
  rule: anomalyRuleNames.find((rule) => rule === address.rule),
  cashier_id: address.cashier_id || undefined,
  page: Math.max(1, Number(address.page) || 1),
  limit: [25, 50, 100].find((limit) => limit === Number(address.limit)) ?? 50,
})

export function AnomaliesTab({ organization }: { organization: Organization }) {
  const t = useText('audit')
  const [address, change] = useAddress()
  const asked = askOf(address)
  const query = useQuery(anomaliesQuery(organization.id, asked))
  const [frozen, freeze] = useState<Cashier | null>(null)
  const set = (changes: Address) => change({ ...changes, page: undefined })
  const labels = {
    rule: asked.rule && t(`rule.${asked.rule}`),
    cashier_id: useCashierLabel(organization, asked.cashier_id),
  }
  const until = query.data?.looked_until
  return (
    <>
      <DataPage
        query={query}
        what={t('anomalies.what')}
        sentence={problemSentence}
        rowId={(row) =>
          `${row.day} ${row.rule} ${row.cashier?.id} ${row.buyer?.id} ${row.receipt_id}`
        }
        columns={columnsOf(t, organization, freeze)}
        card={(row) => cardOf(row, t, freeze)}
        filters={
          <>
            <ChoiceFilter
              label={t('filter.rule')}
              any={t('filter.rule.any')}
              value={asked.rule}
              choices={anomalyRuleNames.map((rule) => ({ value: rule, label: t(`rule.${rule}`) }))}
              onChange={(rule) => set({ rule })}
            />
            <CashierFilter organization={organization} value={asked.cashier_id} onChange={set} />
          </>
        }
        chips={chipsOf(labels, (key) => set({ [key]: undefined }))}
        onResetFilters={() => set({ rule: undefined, cashier_id: undefined })}
        empty={
          <EmptyState
            icon={<IconShieldCheck size={32} stroke={1.5} />}
            title={t('anomalies.empty')}
            text={
              until ? t('anomalies.until', { date: printedDay(until) }) : t('anomalies.not_yet')
            }
          />
        }
        totals={
          until ? (
            <div className={classes.totals}>
              {t('anomalies.until', { date: printedDay(until) })}
            </div>
          ) : null
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => set({ limit: String(limit) })}
      />
      {frozen ? (
        <FreezeDialog organization={organization} cashier={frozen} onClose={() => freeze(null)} />
      ) : null}
    </>
  )
}

const sentenceOf = (row: Anomaly, t: Text<'audit'>): string =>
  t(`told.${row.rule}`, {
    cashier: row.cashier?.name ?? t('somebody'),
    buyer: row.buyer?.name || t('no_name'),
    found: row.found,
    allowed: row.allowed,
  })

const cardOf = (row: Anomaly, t: Text<'audit'>, onFreeze: (cashier: Cashier) => void) => ({
  title: sentenceOf(row, t),
  line: (
    <>
      {printedDay(row.day)} <FreezeButton row={row} onFreeze={onFreeze} />
    </>
  ),
})

type FreezeProps = { row: Anomaly; onFreeze: (cashier: Cashier) => void }

function FreezeButton({ row: { cashier }, onFreeze }: FreezeProps) {
  const t = useText('audit')
  if (!cashier) return null
  if (!cashier.enabled) return <Badge variant="light">{t('freeze.frozen')}</Badge>
  return (
    <Button
      variant="light"
      color="red"
      size="compact-sm"
      aria-label={t('freeze.of', { name: cashier.name })}
      onClick={() => onFreeze(cashier)}
    >
      {t('freeze')}
    </Button>
  )
}

function columnsOf(
  t: Text<'audit'>,
  { id }: Organization,
  onFreeze: (cashier: Cashier) => void,
): DataTableColumn<Anomaly>[] {
  return [
    {
      accessor: 'rule',
      title: t('filter.rule'),
      render: (row) => (
        <>
          {t(`rule.${row.rule}`)}
          <br />
          <span className={classes.small}>{printedDay(row.day)}</span>
        </>
      ),
    },
    {
      accessor: 'found',
      title: t('col.detail'),
      render: (row) => (
        <>
          {sentenceOf(row, t)}
          <div className={classes.small}>
            {row.buyer ? (
              <PageLink href={paths.buyer_by_id(id, row.buyer.id)}>
                {row.buyer.name || t('no_name')}
              </PageLink>
            ) : null}
            {row.buyer && row.receipt_id ? ' · ' : null}
            {row.receipt_id ? (
              <PageLink href={paths.receipt(id, row.receipt_id)}>{t('receipt')}</PageLink>
            ) : null}
          </div>
        </>
      ),
    },
    {
      accessor: 'cashier',
      title: '',
      textAlign: 'right',
      render: (row) => <FreezeButton row={row} onFreeze={onFreeze} />,
    },
  ]
}

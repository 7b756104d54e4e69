import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconReceipt } from '@tabler/icons-react'
import { lazy } from 'react'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { counted, dateTime, money, number, signed, today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { WhenOpened } from '../../ui/when-opened.tsx'
import { askOf, type Asked, exported, noFilters, periodIn } from './asked.ts'
import { ExportMenu } from './export-menu.tsx'
import { Filters, useChips } from './filters.tsx'
import { PeriodBar } from './period-bar.tsx'
import { PresetsMenu } from './presets-menu.tsx'
import { type ReceiptRow, type Report, reportQuery } from './queries.ts'
import { receiptColumns } from './receipt-columns.tsx'
import classes from './reports.module.css'
import { type Kept, shown, WithReportOptions } from './with-report-options.tsx'

// The list is read far more often than one receipt of it.
const ReceiptDrawer = lazy(async () => ({
  default: (await import('./receipt-drawer.tsx')).ReceiptDrawer,
}))

export function ReceiptsPage() {
  return (
    <WithReportOptions>
      {(organization, kept) => <Receipts organization={organization} kept={kept} />}
    </WithReportOptions>
  )
}

function Receipts({ organization, kept }: { organization: Organization; kept: Kept }) {
  const t = useText('reports')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const now = today(organization.timezone)
  const asked = askOf(address, now, kept)
  const query = useQuery(reportQuery(organization.id, asked))
  const chips = useChips(organization, asked, change)
  const open = (row: ReceiptRow) => change({ receipt: row.receipt_id }, { step: true })
  return (
    <>
      <PageHeader
        title={shell('page.receipts')}
        purpose={t('purpose')}
        actions={
          <>
            <PresetsMenu
              organization={organization}
              kept={kept}
              report="receipts"
              period={periodIn(asked)}
              days={['date_from', 'date_to']}
            />
            <ExportMenu
              ask={{ report: 'receipts', organization_id: organization.id, ...exported(asked) }}
            />
          </>
        }
      />
      <PeriodBar
        organization={organization}
        period={periodIn(asked)}
        onChange={({ from, to }) =>
          change({ date_from: from, date_to: to, page_number: undefined })
        }
      />
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        rowId={(row) => row.receipt_id}
        columns={shown('receipts', receiptColumns(t, organization, open), kept)}
        card={(row) => cardOf(row, organization, t)}
        onRowClick={open}
        filters={<Filters organization={organization} asked={asked} onChange={change} />}
        chips={chips}
        onResetFilters={() => change(noFilters)}
        totals={
          query.data ? <Totals totals={query.data.totals} currency={organization.currency} /> : null
        }
        empty={<NoReceipts asked={asked} today={now} onAll={change} />}
        onPageChange={(page) => change({ page_number: String(page) }, { step: true })}
        onLimitChange={(count) => change({ count: String(count), page_number: undefined })}
      />
      <WhenOpened opened={address.receipt !== undefined}>
        <ReceiptDrawer
          organization={organization}
          id={address.receipt}
          onClose={() => change({ receipt: undefined })}
        />
      </WhenOpened>
    </>
  )
}

function cardOf(row: ReceiptRow, { timezone, currency }: Organization, t: Text<'reports'>) {
  return {
    title: [row.number && `№ ${row.number}`, row.buyer_name || t('no_buyer')]
      .filter(Boolean)
      .join(' · '),
    value: money(row.to_pay, currency),
    line: [
      dateTime(row.occurred_at, timezone),
      row.pos_name,
      row.accrual ? `${signed(row.accrual)} ◐` : '',
      row.status === 'completed' ? '' : t(`status.${row.status}`),
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

function Totals({ totals, currency }: { totals: Report['totals']; currency: string }) {
  const t = useText('reports')
  return (
    <div className={classes.totals}>
      <span>
        {t('totals')}: {counted('receipt', totals.receipts)}
      </span>
      <span>{t('totals.gross', { amount: money(totals.gross, currency) })}</span>
      <span>{t('totals.spent', { amount: number(totals.bonuses_spent) })}</span>
      <span>{t('totals.paid', { amount: money(totals.to_pay, currency) })}</span>
      <span>{t('totals.accrued', { amount: number(totals.accrual) })}</span>
      {totals.refunded ? (
        <span>{t('totals.refunded', { amount: money(totals.refunded, currency) })}</span>
      ) : null}
    </div>
  )
}

type NoProps = {
  asked: Asked
  today: string
  onAll: (change: { date_from: string; date_to: string }) => void
}

function NoReceipts({ asked, today: now, onAll }: NoProps) {
  const t = useText('reports')
  const longest = new Date(`${now}T00:00:00Z`)
  longest.setUTCDate(longest.getUTCDate() - 365)
  const all = { date_from: longest.toISOString().slice(0, 10), date_to: now }
  const isAll = asked.date_from === all.date_from && asked.date_to === all.date_to
  return (
    <EmptyState
      icon={<IconReceipt size={32} stroke={1.5} />}
      title={t('empty.title')}
      action={
        isAll ? (
          <Button component={PageLink} href={paths.till}>
            {t('empty.till')}
          </Button>
        ) : (
          <Button onClick={() => onAll(all)}>{t('empty.all')}</Button>
        )
      }
    />
  )
}

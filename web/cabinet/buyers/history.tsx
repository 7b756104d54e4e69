/** The buyer's account line by line, newest first. */
import { useQuery } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { dateTime, number, signed } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './buyers.module.css'
import { type BuyerWhole, cashierNamesQuery, entriesQuery, type Entry } from './queries.ts'

type Props = { organization: Organization; buyer: BuyerWhole }
type Place = (entry: Entry) => string

export function History({ organization, buyer }: Props) {
  const t = useText('buyers')
  const [address, change] = useAddress()
  const page = Math.max(1, Number(address.page) || 1)
  const query = useQuery(entriesQuery(organization.id, buyer.profile.id, page))
  const points = useQuery(pointsQuery(organization.id))
  const cashiers = useQuery(cashierNamesQuery(organization.id))
  const place: Place = (entry) =>
    [
      points.data?.items.find((point) => point.id === entry.pos_id)?.name,
      entry.user_id ? t('history.by_owner') : cashiers.data?.get(entry.cashier_id ?? ''),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <DataPage
      query={query}
      what={t('history.what')}
      sentence={problemSentence}
      rowId={(entry) => `${entry.created_at} ${entry.number} ${entry.kind}`}
      columns={columnsOf(t, organization, place)}
      card={(entry) => cardOf(entry, organization, place, t)}
      empty={
        <EmptyState
          icon={<IconHistory size={32} stroke={1.5} />}
          title={t('history.empty')}
          text={t('history.empty.text')}
        />
      }
      onPageChange={(next) => change({ page: String(next) })}
    />
  )
}

function cardOf(entry: Entry, { timezone }: Organization, place: Place, t: Text<'buyers'>) {
  return {
    title: t(`kind.${entry.kind}`),
    value: <Change entry={entry} />,
    line: [dateTime(entry.occurred_at, timezone), place(entry)].filter(Boolean).join(' · '),
  }
}

function Change({ entry }: { entry: Entry }) {
  const t = useText('buyers')
  return (
    <>
      <span className={entry.amount > 0 ? classes.plus : classes.minus}>
        {signed(entry.amount)}
      </span>
      {entry.debt_change ? (
        <>
          <br />
          <span className={classes.muted}>
            {t('history.debt', { amount: signed(entry.debt_change) })}
          </span>
        </>
      ) : null}
    </>
  )
}

function columnsOf(
  t: Text<'buyers'>,
  organization: Organization,
  place: Place,
): DataTableColumn<Entry>[] {
  return [
    {
      accessor: 'occurred_at',
      title: t('history.date'),
      render: (entry) => (
        <>
          <span className={classes.whole}>
            {dateTime(entry.occurred_at, organization.timezone)}
          </span>
          <br />
          <span className={classes.muted}>{place(entry)}</span>
        </>
      ),
    },
    {
      accessor: 'kind',
      title: t('history.kind'),
      render: (entry) => (
        <>
          {t(`kind.${entry.kind}`)}
          <br />
          <Detail organization={organization} entry={entry} />
        </>
      ),
    },
    {
      accessor: 'amount',
      title: t('history.change'),
      textAlign: 'right',
      render: (entry) => <Change entry={entry} />,
    },
    {
      accessor: 'balance_after',
      title: t('history.after'),
      textAlign: 'right',
      render: (entry) => number(entry.balance_after),
    },
  ]
}

const REASONS = ['compensation', 'gift', 'mistake', 'other'] as const

function Detail({ organization, entry }: { organization: Organization; entry: Entry }) {
  const t = useText('buyers')
  if (entry.receipt_id) {
    return (
      <PageLink href={paths.receipt(organization.id, entry.receipt_id)}>
        {entry.receipt_number
          ? t('history.receipt', { number: entry.receipt_number })
          : t('history.receipt_open')}
      </PageLink>
    )
  }
  const reason = REASONS.find((one) => one === entry.reason)
  const words = [reason ? t(`reason.${reason}`) : entry.reason, entry.comment].filter(Boolean)
  return <span className={classes.muted}>{words.join(': ')}</span>
}

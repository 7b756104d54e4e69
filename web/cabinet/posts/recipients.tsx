/** Who a mailing went to, one by one, and why somebody did not get it. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import classes from './posts.module.css'
import { type Post, type Recipient, recipientsQuery } from './queries.ts'

export function Recipients({ organization, post }: { organization: Organization; post: Post }) {
  const t = useText('mailings')
  const [address, change] = useAddress()
  const page = Number(address.people) || 1
  const query = useQuery(recipientsQuery(post, page))
  return (
    <section className={classes.card}>
      <Title order={2} size="h3">
        {t('recipients.title')}
      </Title>
      <DataPage
        query={query}
        what={t('recipients.what')}
        sentence={problemSentence}
        columns={columnsOf(organization, t)}
        rowId={({ buyer_id }) => buyer_id}
        card={(row) => ({
          title: nameOf(row),
          value: stateOf(row, t),
          line: detailsOf(row, t),
        })}
        onPageChange={(next) => change({ people: String(next) })}
        empty={<p className={classes.quiet}>{t('recipients.none')}</p>}
      />
    </section>
  )
}

const nameOf = ({ name, phone_masked }: Recipient) => name || (phone_masked ?? '—')

/** As far as is known: Viber tells what became of a message it took. */
function stateOf({ state, delivered_at, seen_at }: Recipient, t: Text<'mailings'>): string {
  if (state !== 'sent') return t(`state.${state}`)
  if (seen_at) return t('state.seen')
  return t(delivered_at ? 'state.delivered' : 'state.sent')
}

const REASONS = ['no_consent', 'weekly_cap', 'stopped', 'unknown'] as const

function detailsOf({ reason, clicked_at }: Recipient, t: Text<'mailings'>): string {
  if (clicked_at) return t('clicked')
  const known = REASONS.find((one) => one === reason)
  return known ? t(`reason.${known}`) : ''
}

function columnsOf({ timezone }: Organization, t: Text<'mailings'>): DataTableColumn<Recipient>[] {
  return [
    { accessor: 'name', title: t('col.buyer'), render: nameOf },
    {
      accessor: 'messenger',
      title: t('col.messenger'),
      render: ({ messenger }) => (messenger === 'viber' ? 'Viber' : 'Telegram'),
    },
    {
      accessor: 'state',
      title: t('col.state'),
      render: (row) => (
        <>
          {stateOf(row, t)}
          <p className={classes.quiet}>{detailsOf(row, t)}</p>
        </>
      ),
    },
    {
      accessor: 'settled_at',
      title: t('col.when'),
      noWrap: true,
      render: ({ settled_at }) => (settled_at ? dateTime(settled_at, timezone) : '—'),
    },
  ]
}

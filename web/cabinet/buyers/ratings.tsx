/** What buyers thought of their visits, newest first; the low ones are one press away. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconStar } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { dateTime, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { nameOf } from './buyer-columns.tsx'
import classes from './inbox.module.css'
import { type Nps, type Rating, ratingsQuery } from './message-queries.ts'

const LOW = 3

export function Ratings({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  const [address, change] = useAddress()
  const low = address.stars === String(LOW)
  const page = Math.max(1, Number(address.page) || 1)
  const query = useQuery(ratingsQuery(organization.id, { stars_max: low ? LOW : 5, page }))
  const points = useQuery(pointsQuery(organization.id))
  const place = (rating: Rating) =>
    points.data?.items.find((point) => point.id === rating.pos_id)?.name ?? ''
  const moment = (rating: Rating) => dateTime(rating.created_at, organization.timezone)
  const all = () => change({ stars: undefined, page: undefined })
  const nps = query.data?.nps
  return (
    <>
      {nps ? <Score nps={nps} /> : null}
      <DataPage
        query={query}
        what={t('ratings.what')}
        sentence={problemSentence}
        rowId={(rating) => rating.receipt_id}
        columns={columnsOf(t, organization, place)}
        card={(rating) => cardOf(rating, t, [moment(rating), place(rating)])}
        filters={
          <NativeSelect
            size="md"
            aria-label={t('ratings.filter')}
            value={low ? String(LOW) : ''}
            onChange={(event) => change({ stars: event.currentTarget.value, page: undefined })}
            data={[
              { value: '', label: t('ratings.filter.all') },
              { value: String(LOW), label: t('ratings.filter.low') },
            ]}
          />
        }
        chips={low ? [{ key: 'stars', label: t('ratings.filter.low'), onRemove: all }] : []}
        onResetFilters={all}
        empty={
          <EmptyState
            icon={<IconStar size={32} stroke={1.5} />}
            title={t('ratings.empty')}
            text={t('ratings.empty.text')}
          />
        }
        onPageChange={(next) => change({ page: String(next) }, { step: true })}
      />
    </>
  )
}

/** The score with what it is made of: nobody has to know the word. */
function Score({ nps }: { nps: Nps }) {
  const t = useText('buyers')
  const { days, score, promoters, passives, detractors } = nps
  const signed = score > 0 ? `+${score}` : String(score).replace('-', '−')
  return (
    <section aria-label={t('ratings.nps', { days })} className={classes.nps}>
      <h2 className={classes.npsTitle}>
        {t('ratings.nps', { days })} <b>{signed}</b>
      </h2>
      <p className={classes.muted}>
        {t('ratings.nps.parts', {
          promoters: number(promoters),
          passives: number(passives),
          detractors: number(detractors),
        })}
      </p>
      <p className={classes.muted}>{t('ratings.nps.hint')}</p>
    </section>
  )
}

function cardOf(rating: Rating, t: Text<'buyers'>, visit: string[]) {
  return {
    title: nameOf(rating.name, t),
    value: <Stars {...rating} />,
    line: [rating.comment, ...visit].filter(Boolean).join(' · '),
  }
}

function Stars({ stars, score }: Pick<Rating, 'stars' | 'score'>) {
  const t = useText('buyers')
  if (score !== null) {
    return (
      <span className={classes.stars} data-low={stars <= LOW || undefined}>
        {t('ratings.score', { score })}
      </span>
    )
  }
  return (
    <span className={classes.stars} data-low={stars <= LOW || undefined}>
      <span aria-hidden>{'★'.repeat(stars) + '☆'.repeat(5 - stars)}</span>
      <span className={classes.hidden}>{t('ratings.stars', { stars })}</span>
    </span>
  )
}

function columnsOf(
  t: Text<'buyers'>,
  organization: Organization,
  place: (rating: Rating) => string,
): DataTableColumn<Rating>[] {
  return [
    {
      accessor: 'stars',
      title: t('ratings.col.stars'),
      width: 120,
      render: (rating) => <Stars {...rating} />,
    },
    {
      accessor: 'comment',
      title: t('ratings.col.comment'),
      render: ({ comment }) => comment ?? '—',
    },
    {
      accessor: 'name',
      title: t('ratings.col.buyer'),
      render: ({ buyer_id, name }) => (
        <PageLink href={paths.buyer_by_id(organization.id, buyer_id)}>{nameOf(name, t)}</PageLink>
      ),
    },
    {
      accessor: 'created_at',
      title: t('ratings.col.visit'),
      render: (rating) => (
        <>
          {dateTime(rating.created_at, organization.timezone)}
          <br />
          <span className={classes.muted}>{place(rating)}</span>
        </>
      ),
    },
  ]
}

/** Receipts of the point, today's first: search, filters, and one of them whole at the right. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconGift, IconReceipt } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { problemSentence } from '../../text/problem.ts'
import { today } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import type { TillPos, TillSession } from '../session/session.ts'
import { BackToSale } from '../shell/screen-head.tsx'
import { useKeys } from '../shell/use-keys.ts'
import { withQueries } from '../shell/with-queries.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CompensateDialog } from './compensate-dialog.tsx'
import { Filtering } from './filtering.tsx'
import { type Filters, receiptsQuery } from './queries.ts'
import { ReceiptDetail } from './receipt-detail.tsx'
import { ReceiptList } from './receipt-list.tsx'
import classes from './receipts.module.css'
import { useSettled } from './use-settled.ts'

type Props = {
  session: TillSession
  pos: TillPos
  onBack: () => void
  /** Back to the sale with this sum, for another buyer. */
  onMove: (amount: number) => void
}

function Receipts({ session, pos, onBack, onMove }: Props) {
  const t = useText('cashier')
  const zone = session.organization.timezone
  const [filters, setFilters] = useState<Filters>(() => ({
    day: today(zone),
    q: '',
    status: '',
    mine: false,
  }))
  const [chosen, setChosen] = useState<string>()
  const [cancelling, setCancelling] = useState(false)
  const [compensating, setCompensating] = useState(false)
  const query = useQuery(receiptsQuery(pos.id, session.manager.id, useSettled(filters)))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useKeys(
    { escape: () => (chosen ? setChosen(undefined) : onBack()) },
    !cancelling && !compensating,
  )
  const items = query.data?.items ?? []
  return (
    <main className={classes.screen} data-chosen={chosen !== undefined || undefined}>
      <h1 ref={title} tabIndex={-1} className="v-sr">
        {t('list.title')}
      </h1>
      <div className={classes.listSide}>
        <div className={classes.head}>
          <BackToSale onBack={onBack} />
          <p className={classes.title} aria-hidden>
            {t('list.title')}
          </p>
          {session.manager.permissions.compensate && session.organization.compensation_max > 0 ? (
            <Button
              variant="light"
              h={48}
              leftSection={<IconGift size={20} stroke={1.75} />}
              onClick={() => setCompensating(true)}
            >
              {t('list.compensate')}
            </Button>
          ) : null}
        </div>
        <Filtering filters={filters} onChange={setFilters} max_day={today(zone)} />
        <div aria-busy={query.isFetching} className={classes.body}>
          {query.isError && !query.data ? (
            <ErrorCard
              what={t('list.what')}
              error={query.error}
              sentence={problemSentence(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : query.data && items.length === 0 ? (
            <EmptyState
              icon={<IconReceipt size={32} />}
              title={t('list.empty')}
              text={t('list.empty_text')}
            />
          ) : (
            <ReceiptList
              items={items}
              chosen={chosen}
              onChoose={setChosen}
              shop={session.organization}
              loading={!query.data}
            />
          )}
        </div>
      </div>
      <div className={classes.detailSide}>
        {chosen ? (
          <ReceiptDetail
            key={chosen}
            id={chosen}
            session={session}
            onBack={() => setChosen(undefined)}
            onCancel={() => setCancelling(true)}
          />
        ) : (
          <p className={classes.choose}>{t('list.choose')}</p>
        )}
      </div>
      {cancelling && chosen ? (
        <CancelDialog
          receipt_id={chosen}
          session={session}
          onClose={() => setCancelling(false)}
          onDone={(moved) => {
            setCancelling(false)
            if (moved) onMove(moved.amount)
          }}
        />
      ) : null}
      {compensating ? (
        <CompensateDialog session={session} onClose={() => setCompensating(false)} />
      ) : null}
    </main>
  )
}

export const ReceiptsScreen = withQueries(Receipts)

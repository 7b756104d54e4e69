/** Sales that wait: what the cashier has to mend first, then what goes by itself, then the figures. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../text/text.ts'
import { shopMoney } from '../sale/notice-text.ts'
import type { TillSession } from '../session/session.ts'
import { useConnection } from '../shell/connection.ts'
import { ScreenHead } from '../shell/screen-head.tsx'
import { useKeys } from '../shell/use-keys.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { MendDialog } from './mend-dialog.tsx'
import { ParcelRow } from './parcel-row.tsx'
import { useQueue } from './queue.ts'
import classes from './queue.module.css'
import { discardFigures } from './parcel.ts'
import { sendNow } from './send.ts'
import type { Stored } from './store.ts'

type Props = { session: TillSession; onBack: () => void }
type Open = { what: 'mend' | 'discard'; stored: Stored }

export function QueueScreen({ session, onBack }: Props) {
  const t = useText('cashier')
  const { stored, discarded, summary } = useQueue()
  const offline = useConnection() === 'offline'
  const [open, setOpen] = useState<Open>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useKeys({ escape: onBack }, !open)
  const shop = session.organization
  const refused = stored.filter(({ parcel }) => parcel.refusal !== undefined)
  const waiting = stored.filter(({ parcel }) => parcel.refusal === undefined)
  const { count, age } = summary
  const purpose =
    count === 0
      ? t('queue.empty')
      : waiting.length === 0
        ? t('queue.needs_you', { count })
        : t(age === 'fresh' ? 'queue.text' : `queue.${age}`)
  const close = () => {
    setOpen(undefined)
    title.current?.focus()
  }
  const listOf = (name: string, items: readonly Stored[]) =>
    items.length === 0 ? null : (
      <section aria-label={name}>
        <h2 className={classes.heading}>
          {name} <span>{items.length}</span>
        </h2>
        <ul className={classes.list}>
          {items.map((one) => (
            <ParcelRow
              key={one.place}
              stored={one}
              shop={shop}
              onMend={() => setOpen({ what: 'mend', stored: one })}
              onDiscard={() => setOpen({ what: 'discard', stored: one })}
            />
          ))}
        </ul>
      </section>
    )
  return (
    <main className={classes.screen} id="main">
      <ScreenHead title={t('queue.title')} heading={title} purpose={purpose} onBack={onBack}>
        <Button
          h={48}
          variant="default"
          disabled={offline || waiting.length === 0}
          leftSection={<IconRefresh size={20} stroke={1.75} />}
          onClick={sendNow}
        >
          {t('queue.send')}
        </Button>
      </ScreenHead>
      {listOf(t('queue.refused'), refused)}
      {listOf(t('queue.waiting'), waiting)}
      <Discards figures={discardFigures(discarded)} money={shopMoney(shop)} />
      {open?.what === 'mend' ? (
        <MendDialog stored={open.stored} onClose={close} />
      ) : open ? (
        <DiscardDialog stored={open.stored} shop={shop} onClose={close} />
      ) : null}
    </main>
  )
}

type DiscardsProps = {
  figures: ReturnType<typeof discardFigures>
  money: (amount: number) => string
}

/** What was taken out by hand on this shift, and why. */
function Discards({ figures, money }: DiscardsProps) {
  const t = useText('cashier')
  if (figures.length === 0) return null
  return (
    <section aria-label={t('queue.discarded')}>
      <h2 className={classes.heading}>{t('queue.discarded')}</h2>
      <dl className={classes.figures}>
        {figures.map(({ reason, count, gross }) => (
          <div key={reason}>
            <dt>{t(`queue.reason.${reason}`)}</dt>
            <dd>
              {count} · {money(gross / 100)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** One sale that waits; a refused one with its reason and what can be done about it. */
import { Button } from '@mantine/core'
import { IconClock, IconExclamationCircle } from '@tabler/icons-react'
import { dateTime, phone as printed } from '../../text/format.ts'
import { refusalSentence, type Text, useText } from '../../text/text.ts'
import { shopMoney } from '../sale/notice-text.ts'
import type { TillOrganization } from '../session/session.ts'
import { sellNow } from './queue.ts'
import classes from './queue.module.css'
import type { Parcel, Refusal } from './parcel.ts'
import type { Stored } from './store.ts'

type Props = {
  stored: Stored
  shop: TillOrganization
  onMend: () => void
  onDiscard: () => void
}

/** Who it is for, as it was typed or scanned. */
export const namedIn = (t: Text<'cashier'>, { ask }: Pick<Parcel, 'ask'>): string =>
  'phone' in ask ? printed(ask.phone) : t('offline.card', { code: ask.promocode })

export function ParcelRow({ stored, shop, onMend, onDiscard }: Props) {
  const t = useText('cashier')
  const { parcel } = stored
  const { refusal } = parcel
  const sold_at = new Date(parcel.sold_ms ?? parcel.device_ms).toISOString()
  return (
    <li className={classes.item} data-refused={refusal ? true : undefined}>
      {refusal ? (
        <IconExclamationCircle size={24} stroke={1.75} aria-hidden />
      ) : (
        <IconClock size={24} stroke={1.75} aria-hidden />
      )}
      <div className={classes.who}>
        <strong>{namedIn(t, parcel)}</strong>
        <span>{`${dateTime(sold_at, shop.timezone)} · ${parcel.cashier}`}</span>
        {refusal ? <p className={classes.why}>{whyText(t, refusal)}</p> : null}
      </div>
      <strong className={classes.gross}>{shopMoney(shop)(parcel.gross / 100)}</strong>
      {refusal ? (
        <div className={classes.acts}>
          {refusal.code === 'made_before' ? null : refusal.code === 'too_old' ? (
            <Button variant="default" h={48} onClick={() => void sellNow(stored)}>
              {t('queue.now')}
            </Button>
          ) : (
            <Button variant="default" h={48} onClick={onMend}>
              {t('queue.fix')}
            </Button>
          )}
          <Button variant="subtle" color="kalyna" h={48} onClick={onDiscard}>
            {t('queue.discard')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

/** The server's reason, or the queue's own. */
export function whyText(t: Text<'cashier'>, { code, detail }: Refusal): string {
  if (detail !== undefined) return detail
  if (code === 'too_old' || code === 'made_before') return t(`queue.why.${code}`)
  if (code === 'validation_failed') return t('queue.why.refused')
  return refusalSentence(code, { retry_after: 60 }) ?? t('queue.why.refused')
}

/** The rows: a table on a wide screen, cards of two lines on a phone. */
import { Badge, Skeleton } from '@mantine/core'
import { money as printMoney, number, time } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import type { TillOrganization } from '../session/session.ts'
import { shownPhone } from '../shell/shown-phone.ts'
import type { ReceiptRow } from './queries.ts'
import classes from './receipts.module.css'

const colors = { completed: 'spruce', partially_cancelled: 'honey', cancelled: 'kalyna' } as Record<
  string,
  string
>

export function StatusBadge({ status }: { status: ReceiptRow['status'] }) {
  const t = useText('cashier')
  return <Badge color={colors[status] ?? 'gray'}>{t(`status.${status}`)}</Badge>
}

type Props = {
  items: readonly ReceiptRow[]
  chosen: string | undefined
  onChoose: (id: string) => void
  shop: TillOrganization
  loading: boolean
}

export function ReceiptList({ items, chosen, onChoose, shop, loading }: Props) {
  const t = useText('cashier')
  if (loading) {
    return (
      <div className={classes.list}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={64} radius="md" />
        ))}
      </div>
    )
  }
  const money = (amount: number) => printMoney(amount, shop.currency)
  return (
    <ul className={classes.list}>
      {items.map((row) => {
        const at = time(row.occurred_at, shop.timezone)
        const gross = money(row.gross)
        return (
          <li key={row.receipt_id}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={row.receipt_id === chosen}
              onClick={() => onChoose(row.receipt_id)}
            >
              <span className={classes.time}>{at}</span>
              <span className={classes.buyer}>
                <strong>
                  {row.buyer
                    ? row.buyer.name_masked || shownPhone(row.buyer.phone_masked)
                    : t('list.guest')}
                </strong>
                <span className={classes.second}>
                  {[
                    row.number && `№ ${row.number}`,
                    row.buyer?.name_masked && shownPhone(row.buyer.phone_masked),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {row.status === 'completed' ? null : <StatusBadge status={row.status} />}
                </span>
              </span>
              <span className={classes.bonuses}>
                {row.bonuses_spent > 0 ? <span>−{number(row.bonuses_spent)}</span> : null}
                {row.accrual > 0 ? <span data-plus>+{number(row.accrual)}</span> : null}
              </span>
              <span className={classes.gross}>{gross}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The estimate in words: money, both directions of bonuses, balance, level, warnings. */
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { money, number } from '../../text/format.ts'
import { type Text, useText } from '../../text/text.ts'
import { type Estimate, graceQuery } from './queries.ts'
import classes from './reports.module.css'

/** Warnings that our own lines say with more figures. */
const SAID = new Set(['becomes_debt', 'shop_loss', 'level_lowered'])

type Props = {
  organization: Organization
  hasBuyer: boolean
  estimate: Estimate
  busy: boolean
}

export function CancelEffects({ organization, hasBuyer, estimate, busy }: Props) {
  const t = useText('reports')
  const grace = useQuery(graceQuery(organization.id)).data?.restore_grace_days ?? 0
  const { currency } = organization
  const cash = estimate.refund_cash
  return (
    <div role="status" aria-busy={busy}>
      <ul className={classes.effects} data-busy={busy || undefined}>
        <li>
          <strong>{t('cancel.refund', { amount: money(estimate.refund_money, currency) })}</strong>
          {cash === estimate.refund_money
            ? ''
            : ` (${t('cancel.refund_cash', { amount: money(cash, currency) })})`}
        </li>
        {hasBuyer ? null : <li>{t('cancel.no_buyer')}</li>}
        {bonusEffects(estimate, grace, t).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {estimate.warnings
          .filter((warning) => !SAID.has(warning.code))
          .map((warning) => (
            <li key={warning.code}>{warning.text}</li>
          ))}
      </ul>
    </div>
  )
}

/** In kopecks inside, so that sums of decimals stay exact. */
const minus = (a: number, b: number) => (Math.round(a * 100) - Math.round(b * 100)) / 100

function bonusEffects(estimate: Estimate, grace: number, t: Text<'reports'>): string[] {
  const texts: string[] = []
  const { bonuses_return, bonuses_withdraw, bonuses_already_spent, shop_loss } = estimate
  if (bonuses_return) {
    const count = { count: bonuses_return, amount: number(bonuses_return) }
    texts.push(
      grace
        ? t('cancel.return', { ...count, days: t('days', { count: grace }) })
        : t('cancel.return_plain', count),
    )
  }
  if (bonuses_withdraw) {
    texts.push(t('cancel.withdraw', { count: bonuses_withdraw, amount: number(bonuses_withdraw) }))
  }
  if (estimate.gifts_withdraw) {
    texts.push(t('cancel.gifts', { amount: number(estimate.gifts_withdraw) }))
  }
  if (bonuses_already_spent) {
    const available = number(minus(bonuses_withdraw, bonuses_already_spent))
    texts.push(
      shop_loss
        ? t('cancel.loss', { available, loss: number(shop_loss) })
        : t('cancel.debt', { available, debt: number(bonuses_already_spent) }),
    )
  }
  if (estimate.balance_before !== estimate.balance_after) {
    texts.push(
      t('cancel.balance', {
        before: number(estimate.balance_before),
        after: number(estimate.balance_after),
      }),
    )
  }
  if (estimate.level_before !== estimate.level_after) {
    texts.push(
      t('cancel.level', {
        before: estimate.level_before ?? '—',
        after: estimate.level_after ?? '—',
      }),
    )
  }
  return texts
}

import { Card, Slider, Title } from '@mantine/core'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { money, moneyWhole, percent } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import classes from './discount.module.css'
import { type Amount, standingOf, type Tier } from './ladder.ts'

/** «Олена, 12 400 ₴ → 5 %. До 7 % ще 2 600 ₴», live while the ladder is being edited. */
export function Preview({ tiers, organization }: { tiers: Tier[]; organization: Organization }) {
  const t = useText('discount')
  const highest = Number(tiers.at(-1)?.min_turnover ?? 0)
  const [turnover, setTurnover] = useState<Amount>(() => Math.round(highest / 125) * 100)
  const bought = Number(turnover)
  const { percent: reached, next } = standingOf(tiers, bought)
  const most = Math.max(1_000, highest * 1.2)
  const print = (amount: number) =>
    (Number.isInteger(amount) ? moneyWhole : money)(amount, organization.currency)
  return (
    <Card className={classes.preview}>
      <Title order={2} size="h3">
        {t('preview.title')}
      </Title>
      <MoneyInput label={t('preview.turnover')} value={turnover} onChange={setTurnover} />
      <Slider
        min={0}
        max={most}
        step={100}
        label={null}
        thumbLabel={t('preview.turnover')}
        value={Math.min(most, bought)}
        onChange={setTurnover}
      />
      <div className={classes.result} role="status">
        {t('preview.now', { sum: print(bought), percent: percent(reached) })}
        {next && next.percent > reached ? (
          <span>
            {t('preview.next', { percent: percent(next.percent), sum: print(next.left) })}
          </span>
        ) : null}
      </div>
    </Card>
  )
}

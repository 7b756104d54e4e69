/** «Чек 570 ₴ → покупець отримає 28 бонусів», live while the form is being filled. */
import { Badge, Card, Group, NativeSelect, Slider, Title } from '@mantine/core'
import { useState } from 'react'
import { parseMoney, toMoney } from '#contract/money.ts'
import { counted, money, moneyWhole } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type BonusValues, exampleRulesOf } from './bonus-values.ts'
import type { Amount } from './checks.ts'
import { exampleReceipt } from './example-rules.ts'
import type { General } from './queries.ts'
import classes from './settings.module.css'

const USUAL_SUM = 570
const SLIDER = { min: 50, max: 3000, step: 10 }

type Props = { values: BonusValues; mode: General['mode']; currency: string }

export function ExampleCard({ values, mode, currency }: Props) {
  const t = useText('settings')
  const [sum, setSum] = useState<Amount>(USUAL_SUM)
  const [chosen, setChosen] = useState(0)
  const level = values.levels[chosen] ?? values.levels[0]
  if (!level) return null
  const amount = sum === '' ? 0 : (parseMoney(sum) ?? 0)
  const example = exampleReceipt(amount, exampleRulesOf(values, level, mode))
  const print = (minor: number) =>
    (minor % 100 === 0 ? moneyWhole : money)(toMoney(minor), currency)
  return (
    <Card className={classes.example}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('example.title')}
        </Title>
        <Badge color="gray">{t('example.note')}</Badge>
      </Group>
      <MoneyInput label={t('example.amount')} value={sum} onChange={setSum} />
      <Slider
        {...SLIDER}
        label={null}
        thumbLabel={t('example.amount')}
        value={Math.min(SLIDER.max, Math.max(SLIDER.min, Number(sum)))}
        onChange={setSum}
      />
      {values.levels.length > 1 ? (
        <NativeSelect
          size="md"
          label={t('example.level')}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={values.levels.map((one, index) => ({ value: String(index), label: one.name }))}
        />
      ) : null}
      <div className={classes.result} role="status">
        {t('example.earn', {
          sum: print(amount),
          bonuses: counted('bonus', toMoney(example.earned)),
        })}
      </div>
      <ul className={classes.facts}>
        {example.discount ? (
          <li>{t('example.discount', { sum: print(example.discount) })}</li>
        ) : null}
        <li>
          {example.payable
            ? t('example.pay', { sum: print(example.payable) })
            : t('example.pay.none')}
        </li>
        {Number(values.activation_delay_hours) ? (
          <li>{t('example.active', { hours: Number(values.activation_delay_hours) })}</li>
        ) : null}
        <li>
          {t(`example.expires.${values.expiry_mode}`, {
            days: counted('day', Number(values.expiry_days)),
            months: Number(values.expiry_months),
          })}
        </li>
      </ul>
    </Card>
  )
}

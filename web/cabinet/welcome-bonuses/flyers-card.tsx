/** Codes on flyers: where and when each works, how often, its QR to print. */
import { ActionIcon, Button, Card, MultiSelect, Switch, TextInput, Title } from '@mantine/core'
import { IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Point } from '../../shell/points.ts'
import { counted, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { FlyerSheet } from './flyer-sheet.tsx'
import { bind } from './gift-cards.tsx'
import { GiftStats } from './gift-stats.tsx'
import type { Figures } from './queries.ts'
import { type FlyerValues, newFlyer } from './values.ts'
import type { GiftForm } from './welcome-form.tsx'
import classes from './welcome.module.css'

type Props = { form: GiftForm; figures: Figures; points: Point[]; shop: string }

const FLYERS_MAX = 50

export function FlyersCard({ form, figures, points, shop }: Props) {
  const t = useText('welcome')
  const [printed, setPrinted] = useState<FlyerValues>()
  const { flyers } = form.values
  const set = (next: FlyerValues[]) => form.setFieldValue('flyers', next)
  return (
    <Card component="section" className={classes.card} aria-label={t('flyers.title')}>
      <div>
        <Title order={2} className={classes.title}>
          {t('flyers.title')}
        </Title>
        <p className={classes.quiet}>{t('flyers.text')}</p>
      </div>
      {flyers.map((flyer, index) => (
        <Flyer
          key={flyer.key}
          form={form}
          index={index}
          flyer={flyer}
          points={points}
          figures={figures.gifts.find(({ flyer_id }) => flyer_id === flyer.id)}
          onPrint={() => setPrinted(flyer)}
          onRemove={() => set(flyers.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPlus size={20} stroke={1.75} />}
        disabled={flyers.length >= FLYERS_MAX}
        onClick={() => set([...flyers, newFlyer()])}
      >
        {t('flyers.add')}
      </Button>
      {printed ? (
        <FlyerSheet
          shop={shop}
          code={printed.code}
          bonuses={counted('bonus', Number(printed.amount))}
          until={printed.date_to}
          onPrinted={() => setPrinted(undefined)}
        />
      ) : null}
    </Card>
  )
}

type FlyerProps = {
  form: GiftForm
  index: number
  flyer: FlyerValues
  points: Point[]
  figures: Figures['gifts'][number] | undefined
  onPrint: () => void
  onRemove: () => void
}

function Flyer(props: FlyerProps) {
  const t = useText('welcome')
  const { form, index, flyer, points, figures, onPrint, onRemove } = props
  const at = `flyers.${index}`
  return (
    <div className={classes.flyer} role="group" aria-label={t('flyers.one', { code: flyer.code })}>
      <div className={classes.head}>
        <Switch
          label={t('flyers.on')}
          checked={flyer.on}
          onChange={(event) => form.setFieldValue(`${at}.on`, event.currentTarget.checked)}
        />
        <span className={classes.uses}>
          {flyer.id === undefined ? t('flyers.unsaved') : usesOf(flyer, figures, t)}
        </span>
        <ActionIcon
          variant="subtle"
          size={36}
          disabled={flyer.id === undefined}
          aria-label={t('flyers.print', { code: flyer.code })}
          onClick={onPrint}
        >
          <IconPrinter size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('flyers.remove', { code: flyer.code })}
          onClick={onRemove}
        >
          <IconTrash size={20} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('flyers.code')}
          maxLength={40}
          spellCheck={false}
          autoCapitalize="characters"
          {...form.getInputProps(`${at}.code`)}
        />
        <MoneyInput label={t('amount')} unit="◐" {...bind(form, `${at}.amount`, flyer.amount)} />
        <WholeInput
          label={t('lifetime')}
          unit={t('unit.days')}
          {...bind(form, `${at}.lifetime_days`, flyer.lifetime_days)}
        />
        <WholeInput
          label={t('flyers.max_uses')}
          placeholder={t('flyers.unlimited')}
          unit={t('unit.uses')}
          {...bind(form, `${at}.max_uses`, flyer.max_uses)}
        />
        <TextInput
          type="date"
          label={t('flyers.from')}
          {...form.getInputProps(`${at}.date_from`)}
        />
        <TextInput type="date" label={t('flyers.to')} {...form.getInputProps(`${at}.date_to`)} />
      </div>
      {points.length > 1 ? (
        <MultiSelect
          label={t('flyers.pos')}
          placeholder={flyer.pos_ids.length === 0 ? t('flyers.all') : ''}
          data={points.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps(`${at}.pos_ids`)}
        />
      ) : null}
      {figures ? <GiftStats figures={figures} /> : null}
    </div>
  )
}

function usesOf(
  { max_uses }: FlyerValues,
  figures: Figures['gifts'][number] | undefined,
  t: ReturnType<typeof useText<'welcome'>>,
): string {
  const used = number(figures?.given ?? 0)
  return max_uses === ''
    ? t('flyers.used', { used })
    : t('flyers.used_of', { used, max: number(max_uses) })
}

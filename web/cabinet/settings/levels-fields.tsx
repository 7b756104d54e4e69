/** One percent for everybody, or a ladder of levels that grows with purchases. */
import { ActionIcon, Alert, Button, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { percent } from '../../text/format.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import type { BonusValues, LevelValues } from './bonus-values.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { MARKUP, PROFIT_LIMIT } from '../../shell/profit-limit.ts'
import { Pick, Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import type { General } from './queries.ts'
import classes from './settings.module.css'

const LEVELS_MAX = 10

type Form = UseFormReturnType<BonusValues>
type Mode = General['mode']

export function LevelsFields({ form, mode }: { form: Form; mode: Mode }) {
  const t = useText('settings')
  const { levels } = form.values
  const ladder = levels.length > 1
  const set = (next: LevelValues[]) => form.setFieldValue('levels', next)
  const turn = (on: boolean) => set(on ? [...levels, nextLevel(levels, t)] : levels.slice(0, 1))
  return (
    <Section title={t('section.cashback')}>
      {ladder ? null : <OnePercent form={form} mode={mode} />}
      <Switch
        size="md"
        label={t('field.levels')}
        description={t('field.levels.hint')}
        checked={ladder}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {ladder ? (
        <>
          {levels.map((level, index) => (
            <Level
              key={level.key}
              form={form}
              mode={mode}
              index={index}
              onRemove={index === 0 ? undefined : () => set(levels.filter((_, at) => at !== index))}
            />
          ))}
          <Warnings levels={levels} mode={mode} />
          <Button
            variant="default"
            style={{ justifySelf: 'start' }}
            leftSection={<IconPlus size={20} stroke={1.75} />}
            disabled={levels.length >= LEVELS_MAX}
            onClick={() => set([...levels, nextLevel(levels, t)])}
          >
            {t('levels.add')}
          </Button>
          <LadderRules form={form} />
        </>
      ) : null}
      {ladder ? null : <Warnings levels={levels} mode={mode} />}
      {mode === 'bonus' ? null : (
        <Toggle
          label={t('field.stack_level_with_promotion')}
          description={t('field.stack_level_with_promotion.hint')}
          value={form.values.stack_level_with_promotion}
          onChange={(on) => form.setFieldValue('stack_level_with_promotion', on)}
        />
      )}
    </Section>
  )
}

let made = 0

/** A new row above the last: twice the sum, one per cent more. */
function nextLevel(levels: LevelValues[], t: ReturnType<typeof useText<'settings'>>): LevelValues {
  const last = levels.at(-1)
  made += 1
  return {
    key: `new ${made}`,
    name: t('levels.new', { number: levels.length + 1 }),
    min_turnover: Number(last?.min_turnover) * 2 || 5_000,
    cashback_percent: Math.min(100, Number(last?.cashback_percent ?? 0) + 1),
    discount_percent: Number(last?.discount_percent ?? 0),
    max_pay_percent: '',
  }
}

const bind = <K extends keyof LevelValues>(form: Form, index: number, name: K) => ({
  value: form.values.levels[index]?.[name] as LevelValues[K],
  onChange: form.getInputProps(`levels.${index}.${name}`).onChange as (
    value: LevelValues[K],
  ) => void,
  error: form.errors[`levels.${index}.${name}`],
})

function OnePercent({ form, mode }: { form: Form; mode: Mode }) {
  const t = useText('settings')
  return (
    <Pair>
      {mode === 'discount' ? null : (
        <PercentInput
          label={t('field.cashback')}
          description={t('field.cashback.hint')}
          decimalScale={2}
          {...bind(form, 0, 'cashback_percent')}
        />
      )}
      {mode === 'bonus' ? null : (
        <PercentInput
          label={t('field.discount')}
          decimalScale={2}
          {...bind(form, 0, 'discount_percent')}
        />
      )}
    </Pair>
  )
}

type LevelProps = { form: Form; mode: Mode; index: number; onRemove: (() => void) | undefined }

function Level({ form, mode, index, onRemove }: LevelProps) {
  const t = useText('settings')
  const field = (name: 'name' | 'from' | 'cashback' | 'discount' | 'max_pay') => {
    const label = t(`levels.${name}` as TextKey<'settings'>)
    return {
      label,
      'aria-label': t('levels.label', { field: label, number: index + 1 }),
    }
  }
  const percents = (mode === 'both' ? 2 : 1) + (mode === 'discount' ? 0 : 1)
  return (
    <div
      className={classes.level}
      style={{ '--level-percents': percents } as React.CSSProperties}
      role="group"
      aria-label={form.values.levels[index]?.name}
    >
      <TextInput
        {...field('name')}
        maxLength={40}
        {...form.getInputProps(`levels.${index}.name`)}
      />
      <MoneyInput
        {...field('from')}
        disabled={index === 0}
        {...bind(form, index, 'min_turnover')}
      />
      {mode === 'discount' ? null : (
        <PercentInput
          {...field('cashback')}
          decimalScale={2}
          {...bind(form, index, 'cashback_percent')}
        />
      )}
      {mode === 'bonus' ? null : (
        <PercentInput
          {...field('discount')}
          decimalScale={2}
          {...bind(form, index, 'discount_percent')}
        />
      )}
      {mode === 'discount' ? null : (
        <PercentInput
          {...field('max_pay')}
          placeholder="—"
          title={t('levels.max_pay.hint')}
          {...bind(form, index, 'max_pay_percent')}
        />
      )}
      {onRemove ? (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('levels.remove', { name: form.values.levels[index]?.name ?? '' })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </div>
  )
}

const BASES = ['lifetime', 'rolling_days', 'calendar_year'] as const
const DOWNGRADES = ['never', 'at_period_end'] as const

function LadderRules({ form }: { form: Form }) {
  const t = useText('settings')
  const { values } = form
  return (
    <Pair>
      <Pick
        label={t('field.level_base')}
        value={values.level_base}
        onChange={(base) => form.setFieldValue('level_base', base)}
        options={BASES.map((value) => ({ value, label: t(`option.level_base.${value}`) }))}
      />
      {values.level_base === 'rolling_days' ? (
        <WholeInput
          label={t('field.level_days')}
          unit={t('unit.days')}
          max={3650}
          value={values.level_days}
          onChange={(days) => form.setFieldValue('level_days', days)}
          error={form.errors.level_days}
        />
      ) : null}
      <Pick
        label={t('field.level_downgrade')}
        value={values.level_downgrade}
        onChange={(downgrade) => form.setFieldValue('level_downgrade', downgrade)}
        options={DOWNGRADES.map((value) => ({
          value,
          label: t(`option.level_downgrade.${value}`),
        }))}
      />
    </Pair>
  )
}

/** What may be meant and may be a slip: said, never forbidden. */
function Warnings({ levels, mode }: { levels: LevelValues[]; mode: Mode }) {
  const t = useText('settings')
  if (mode === 'discount') return null
  const highest = Math.max(...levels.map((level) => Number(level.cashback_percent)))
  const falls = levels.some(
    (level, index) =>
      index > 0 && Number(level.cashback_percent) < Number(levels[index - 1]?.cashback_percent),
  )
  const texts = [
    highest > PROFIT_LIMIT
      ? t('cashback.profit', {
          percent: percent(highest),
          limit: percent(PROFIT_LIMIT, 1),
          markup: percent(MARKUP),
        })
      : '',
    falls ? t('levels.lower') : '',
  ].filter(Boolean)
  return texts.map((text) => (
    <Alert key={text} color="honey" role="status" icon={<IconAlertTriangle size={20} />}>
      {text}
    </Alert>
  ))
}

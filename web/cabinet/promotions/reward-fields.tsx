/** What a promotion looks at and what it gives. Locked once buyers could use it. */
import { Alert, Radio, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import { amountOf, type Form, type FormData } from './form-parts.tsx'
import { StampFields } from './stamp-fields.tsx'
import { KINDS, type Kind, type Tile } from './values.ts'

const ChosenProducts = lazy(async () => ({
  default: (await import('./chosen-products.tsx')).ChosenProducts,
}))

type Props = { form: Form; tile: Tile; data: FormData; locked: boolean }

export function RewardFields({ form, tile, data, locked }: Props) {
  const t = useText('promotions')
  return (
    <Section title={t('section.reward')}>
      {locked ? (
        <Alert icon={<IconLock size={20} />} role="note">
          {t('locked')}
        </Alert>
      ) : null}
      <fieldset disabled={locked} style={{ display: 'contents' }}>
        <ProductFields form={form} data={data} locked={locked} />
        {tile === 'stamp' ? (
          <StampFields form={form} data={data} locked={locked} />
        ) : (
          <EffectFields form={form} tile={tile} locked={locked} />
        )}
        <Least form={form} />
      </fieldset>
    </Section>
  )
}

function ProductFields({ form, data, locked }: Omit<Props, 'tile'>) {
  const t = useText('promotions')
  return (
    <>
      <Radio.Group
        label={t('field.scope')}
        value={form.values.scope}
        onChange={(scope) => form.setFieldValue('scope', scope)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('scope.all')} disabled={locked} />
          <Radio value="some" label={t('scope.some')} disabled={locked} />
        </Stack>
      </Radio.Group>
      {form.values.scope === 'some' ? (
        <Suspense>
          <ChosenProducts form={form} data={data} locked={locked} />
        </Suspense>
      ) : null}
    </>
  )
}

function EffectFields({ form, tile, locked }: Omit<Props, 'data'>) {
  const t = useText('promotions')
  const { kind } = form.values
  return (
    <Pair>
      <Pick<Kind>
        label={t('field.kind')}
        disabled={locked}
        value={kind}
        onChange={(next) => form.setFieldValue('kind', next)}
        options={KINDS[tile].map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <EffectValue form={form} kind={kind} locked={locked} />
    </Pair>
  )
}

function EffectValue({ form, kind, locked }: { form: Form; kind: Kind; locked: boolean }) {
  const t = useText('promotions')
  switch (kind) {
    case 'percent_off':
    case 'extra_percent':
    case 'replace_percent':
      return (
        <PercentInput
          label={t('field.percent')}
          disabled={locked}
          decimalScale={2}
          {...amountOf(form, 'percent')}
        />
      )
    case 'every_nth_free':
    case 'cheapest_free':
      return (
        <WholeInput
          label={t('field.nth')}
          unit={t('unit.pieces')}
          disabled={locked}
          {...amountOf(form, 'nth')}
        />
      )
    case 'multiplier':
      return (
        <MoneyInput
          label={t('field.times')}
          unit="×"
          disabled={locked}
          {...amountOf(form, 'times')}
        />
      )
    default:
      return (
        <MoneyInput
          label={t(kind === 'fixed_price' ? 'field.price' : 'field.amount')}
          disabled={locked}
          {...(kind === 'bonus_per_unit' || kind === 'fixed_bonus' ? { unit: '◐' } : {})}
          {...amountOf(form, 'amount')}
        />
      )
  }
}

/** What a receipt must hold of the products; both when both are told. */
function Least({ form }: { form: Form }) {
  const t = useText('promotions')
  return (
    <Pair>
      <MoneyInput
        label={t('field.min_quantity')}
        description={t('field.min_quantity.hint')}
        unit={t('unit.pieces')}
        decimalScale={3}
        {...amountOf(form, 'min_quantity')}
      />
      <MoneyInput
        label={t('field.min_amount')}
        description={t('field.min_quantity.hint')}
        {...amountOf(form, 'min_amount')}
      />
    </Pair>
  )
}

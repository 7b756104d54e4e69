/** The minimum price changed in its place: a sum or a percent of the price, Enter keeps it. */
import { Button, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { withPlain } from '#contract/min-price.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { money } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import classes from './catalog.module.css'
import { FloorText, plainOf, withDefaults } from './floor-text.tsx'
import { type Product, useSaveProduct } from './queries.ts'

type Props = { organization: Organization; product: Product }
type Kind = 'absolute' | 'percent_of_price'

export function FloorCell({ organization, product }: Props) {
  const t = useText('catalog')
  const [opened, setOpened] = useState(false)
  const has = plainOf(product) !== undefined
  const label = t(has ? 'floor.change' : 'floor.set', { name: product.name })
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.floor} onClick={() => setOpened(!opened)}>
          <span className="v-sr">{label}: </span>
          <FloorText product={product} currency={organization.currency} />
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened ? (
          <Edit organization={organization} product={product} onClose={() => setOpened(false)} />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function Edit({ organization, product, onClose }: Props & { onClose: () => void }) {
  const t = useText('catalog')
  const plain = plainOf(product)
  const [kind, setKind] = useState<Kind>(
    plain?.kind === 'percent_of_price' ? 'percent_of_price' : 'absolute',
  )
  const [value, setValue] = useState<number | ''>(plain?.kind === kind ? plain.value : '')
  const save = useSaveProduct(organization.id, product.id)
  const tooHigh = kind === 'absolute' && value !== '' && value > product.price
  const keep = (next: number | null) => {
    const rule = next === null ? null : withDefaults({ kind, value: next })
    const min_prices = withPlain(product.min_prices.map(withDefaults), rule)
    save.mutate(
      { min_prices },
      {
        onSuccess() {
          toast.done(t(next === null ? 'floor.removed' : 'floor.saved'))
          onClose()
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value !== '' && !tooHigh) keep(value)
  }
  const field = {
    'aria-label': t('floor.value'),
    'data-autofocus': true,
    value,
    onChange: setValue,
    error: tooHigh
      ? t('floor.too_high', { price: money(product.price, organization.currency) })
      : null,
  }
  const problem = save.error
    ? (Object.values(fieldSentences(save.error))[0] ?? problemSentence(save.error))
    : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" w={280}>
        <SegmentedControl
          fullWidth
          aria-label={t('floor.kind')}
          value={kind}
          onChange={(next) => {
            setKind(next === 'absolute' ? 'absolute' : 'percent_of_price')
            setValue('')
          }}
          data={[
            { value: 'absolute', label: t('floor.kind.absolute') },
            { value: 'percent_of_price', label: t('floor.kind.percent_of_price') },
          ]}
        />
        {kind === 'absolute' ? <MoneyInput {...field} /> : <PercentInput {...field} />}
        {problem ? (
          <Text role="alert" size="sm" c="kalyna">
            {problem}
          </Text>
        ) : null}
        <Group justify="space-between" gap="sm">
          {plain ? (
            <Button variant="subtle" color="kalyna" size="sm" onClick={() => keep(null)}>
              {t('floor.remove')}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" size="sm" loading={save.isPending} disabled={value === ''}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What is bought, what it costs by the server's own count, and how it is paid. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Stack,
  TextInput,
} from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { date, money } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import classes from './licenses.module.css'
import {
  type License,
  type Provider,
  providersQuery,
  type Quote,
  quoteQuery,
  type Tariff,
  usePay,
} from './queries.ts'

type Props = {
  organization: Organization
  tariff: Tariff
  license: License | undefined
  licenses: License[]
  onLicense: (id: string) => void
}

export function OrderForm(props: Props) {
  const { organization, tariff, license } = props
  const t = useText('licenses')
  const [quantity, setQuantity] = useState<number | ''>(1)
  const [code, setCode] = useState('')
  const [promo_code, setPromoCode] = useState<string>()
  const [subscribe, setSubscribe] = useState(true)
  const [wanted, setWanted] = useState<Provider>()
  const providers = useQuery(providersQuery).data?.items
  const count = Math.min(50, Math.max(1, Number(quantity) || 1))
  const ask = {
    license_ids: license ? [license.id] : [],
    quantity: license ? count - 1 : count,
    tariff_id: tariff.id,
    ...(promo_code && { promo_code }),
  }
  const quote = useQuery({ ...quoteQuery(organization.id, ask), placeholderData: keepPreviousData })
  const pay = usePay(organization.id)
  const provider = providers?.find((one) => one.provider === wanted) ?? providers?.[0]
  const press = () =>
    pay.mutate(
      {
        ...{ license, quantity: count, tariff_id: tariff.id, promo_code },
        provider: provider?.provider,
        subscribe: subscribe && (provider?.subscribes ?? false),
      },
      {
        // The acquirer's page is another site.
        onSuccess: ({ redirect_url }) => location.assign(redirect_url),
        onError: (error) => void toast.problem(error),
      },
    )
  const free = quote.data?.amount === 0
  return (
    <section className={classes.order} aria-label={t('order.title')}>
      <h2 className={classes.h2}>{t('order.title')}</h2>
      <LicenseSelect {...props} />
      <WholeInput
        label={t('order.quantity')}
        unit=""
        min={1}
        max={50}
        value={quantity}
        onChange={setQuantity}
      />
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('order.promo')}
          value={code}
          maxLength={30}
          error={promo_code ? fieldSentences(quote.error)['promo_code'] : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setPromoCode(code.trim() || undefined)}>
          {t('order.apply')}
        </Button>
      </Group>
      {quote.data ? (
        <Sums
          asked_at={quote.dataUpdatedAt}
          quote={quote.data}
          count={count}
          zone={organization.timezone}
        />
      ) : quote.error ? (
        <Alert color="kalyna">{problemSentence(quote.error)}</Alert>
      ) : null}
      {free || !providers ? null : (
        <Ways
          providers={providers}
          provider={provider}
          onProvider={setWanted}
          subscribe={subscribe}
          onSubscribe={setSubscribe}
        />
      )}
      <Button
        size="md"
        loading={pay.isPending}
        disabled={!quote.data || quote.error !== null || (!free && !provider)}
        onClick={press}
      >
        {t(free ? 'order.free' : 'order.pay')}
      </Button>
    </section>
  )
}

function LicenseSelect({ licenses, license, onLicense }: Props) {
  const t = useText('licenses')
  if (licenses.length === 0) return null
  return (
    <NativeSelect
      label={t('order.for')}
      value={license?.id ?? 'new'}
      onChange={(event) => onLicense(event.currentTarget.value)}
      data={[
        ...licenses.map((one) => ({
          value: one.id,
          label: t('order.license', {
            tariff: one.tariff_name ?? t('trial'),
            point: one.pos_name ?? t('unassigned'),
          }),
        })),
        { value: 'new', label: t('order.new') },
      ]}
    />
  )
}

type SumsProps = { quote: Quote; asked_at: number; count: number; zone: string }

function Sums({ quote, asked_at, count, zone }: SumsProps) {
  const t = useText('licenses')
  const { lines, amount, discount, currency } = quote
  const [first] = lines
  const sum = (name: 'price' | 'left_over' | 'credit') =>
    lines.reduce((all, line) => all + Math.round(line[name] * 100), 0) / 100
  const off = [
    ['order.discount', discount],
    ['order.left_over', sum('left_over')],
    ['order.credit', sum('credit')],
  ] as const
  const later =
    first && !first.changes && first.starts_at > new Date(asked_at + 60_000).toISOString()
  return (
    <Stack gap="xs">
      <dl className={classes.sums} aria-live="polite">
        <div>
          <dt>{t('order.price', { tariff: first?.tariff_name ?? '', count })}</dt>
          <dd>{money(sum('price'), currency)}</dd>
        </div>
        {off.map(([key, value]) =>
          value > 0 ? (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>−{money(value, currency)}</dd>
            </div>
          ) : null,
        )}
        <div className={classes.total}>
          <dt>{t('order.total')}</dt>
          <dd>{money(amount, currency)}</dd>
        </div>
      </dl>
      {later ? (
        <p className={classes.quiet}>{t('order.starts', { date: date(first.starts_at, zone) })}</p>
      ) : null}
      {first ? (
        <p className={classes.quiet}>{t('order.until', { date: date(first.ends_at, zone) })}</p>
      ) : null}
    </Stack>
  )
}

type Way = { provider: Provider; subscribes: boolean }
type WaysProps = {
  providers: Way[]
  provider: Way | undefined
  onProvider: (provider: Provider) => void
  subscribe: boolean
  onSubscribe: (on: boolean) => void
}

function Ways({ providers, provider, onProvider, subscribe, onSubscribe }: WaysProps) {
  const t = useText('licenses')
  if (!provider) {
    return (
      <Alert color="stone" title={t('order.no_provider')}>
        {t('order.no_provider.text')}
      </Alert>
    )
  }
  return (
    <>
      <Radio.Group
        label={t('order.pay_by')}
        value={provider.provider}
        onChange={(value) => onProvider(value)}
      >
        <Stack gap="xs" mt="xs">
          {providers.map((one) => (
            <Radio key={one.provider} value={one.provider} label={t(`provider.${one.provider}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {provider.subscribes ? (
        <Checkbox
          label={t('order.subscribe')}
          description={t('order.subscribe.text')}
          checked={subscribe}
          onChange={(event) => onSubscribe(event.currentTarget.checked)}
        />
      ) : null}
    </>
  )
}

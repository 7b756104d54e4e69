import { Alert, Button, CopyButton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import { call } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted, money } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { type CashierKey, keepCashier, keptCashier } from './land.ts'
import classes from './land.module.css'
import { CardPreview } from './card-preview.tsx'
import { useFirstReceipt } from './use-first-receipt.ts'

const FIRST_AMOUNT = 200

type Props = { organization: Organization; onDone: () => void }

/** A real receipt at a real till, by the cashier made with the organization. */
export function FirstBonusStep({ organization, onDone }: Props) {
  const [cashier, setCashier] = useState(() => keptCashier(organization.id))
  if (!cashier) {
    return (
      <LostKey
        organization={organization}
        onKey={(key) => {
          keepCashier(organization.id, key)
          setCashier(key)
        }}
      />
    )
  }
  return <Till organization={organization} cashier={cashier} onDone={onDone} />
}

function Till({ organization, cashier, onDone }: Props & { cashier: CashierKey }) {
  const t = useText('land')
  const [phone, setPhone] = useState(organization.phone ?? '')
  const [amount, setAmount] = useState<number | ''>(FIRST_AMOUNT)
  const [errors, setErrors] = useState<{ phone?: string; amount?: string }>({})
  const first = useFirstReceipt(organization.id, cashier)
  const submit = () => {
    const wrong = {
      ...(normalizePhone(phone) ? undefined : { phone: t('error.phone') }),
      ...(amount !== '' && amount > 0 ? undefined : { amount: t('error.amount') }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) first.mutate({ phone, total: Number(amount) })
  }
  return (
    <div className={classes.split}>
      <Stack gap="lg">
        <Text c="dimmed">{t('first.lead')}</Text>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack gap="md" className={classes.till}>
            <PhoneInput
              label={t('first.phone')}
              value={phone}
              onChange={setPhone}
              error={errors.phone}
              disabled={first.isSuccess}
            />
            <MoneyInput
              label={t('first.amount')}
              value={amount}
              onChange={setAmount}
              error={errors.amount}
              disabled={first.isSuccess}
            />
            {first.error ? (
              <Alert color="kalyna" variant="light" role="alert" py="xs">
                {problemSentence(first.error)}
              </Alert>
            ) : null}
            {first.isSuccess ? (
              <Alert color="spruce" variant="light" role="status" py="xs">
                {t('first.done')}
              </Alert>
            ) : (
              <Button type="submit" size="lg" loading={first.isPending}>
                {t('first.submit')}
              </Button>
            )}
          </Stack>
        </form>
        <CashierKeyCard cashier={cashier} />
        {first.isSuccess ? (
          <Button size="lg" className={classes.submit} onClick={onDone}>
            {t('next')}
          </Button>
        ) : null}
      </Stack>
      <CardPreview
        organization={organization}
        balance={first.data?.balance ?? 0}
        line={
          first.data
            ? `${t('first.receipt_plain', { sum: money(first.data.total, organization.currency) })} · +${counted('bonus', first.data.accrual)}`
            : undefined
        }
      />
    </div>
  )
}

function CashierKeyCard({ cashier }: { cashier: CashierKey }) {
  const t = useText('land')
  return (
    <section className={classes.key}>
      <h2>{t('first.cashier')}</h2>
      <dl>
        <dt>{t('first.login')}</dt>
        <dd>{cashier.login}</dd>
        <dt>{t('first.pin')}</dt>
        <dd>{cashier.pin}</dd>
      </dl>
      <CopyButton value={`${cashier.login} ${cashier.pin}`}>
        {({ copied, copy }) => (
          <Button variant="default" size="sm" onClick={copy}>
            {t(copied ? 'first.copied' : 'first.copy')}
          </Button>
        )}
      </CopyButton>
      <p>{t('first.pin_once')}</p>
    </section>
  )
}

type LostProps = { organization: Organization; onKey: (key: CashierKey) => void }

/** The PIN was told in another tab: an honest way on is a new one. */
function LostKey({ organization, onKey }: LostProps) {
  const t = useText('land')
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['cashiers', organization.id],
    queryFn: () =>
      call('POST /api/v1/pos/get-cash-register-users', {
        body: { organization_id: organization.id },
      }),
  })
  const found = query.data?.items.find((one) => one.login !== null && one.enabled)
  const renew = useMutation({
    mutationFn: async () => {
      if (found) {
        return call('POST /api/v1/pos/reset-cash-register-user-pin', { body: { id: found.id } })
      }
      const pos = await call('GET /api/v1/pos', { query: { organization_id: organization.id } })
      return call('POST /api/v1/pos/create-pos-register-user', {
        body: { pos_id: pos.items[0]?.id ?? '', name: organization.name.slice(0, 60) },
      })
    },
    onSuccess: async ({ user, pin }) => {
      await client.invalidateQueries({ queryKey: ['cashiers'] })
      onKey({ name: user.name, login: user.login ?? '', pin: pin ?? '' })
    },
    onError: toast.problem,
  })
  if (query.error && !query.data) {
    return (
      <ErrorCard
        what={t('first.what')}
        error={query.error}
        sentence={problemSentence(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!query.data) return <FormSkeleton fields={2} />
  return (
    <Stack gap="md" align="flex-start" className={classes.form}>
      <Text>{found ? t('first.lost', { name: found.name }) : t('first.no_cashier')}</Text>
      <Button size="lg" loading={renew.isPending} onClick={() => renew.mutate()}>
        {t(found ? 'first.reset' : 'first.add_cashier')}
      </Button>
    </Stack>
  )
}

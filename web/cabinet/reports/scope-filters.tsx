/** The inputs that every report has, and the chips that take them off again. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import type { Address } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { phone as printed } from '../../text/format.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import { cashiersQuery } from './queries.ts'
import classes from './reports.module.css'

type ChoiceProps = {
  label: string
  /** What stands there while nothing is chosen. */
  any: string
  value: string | undefined
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a few, or any of them. */
export function ChoiceFilter({ label, any, value, choices, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="md"
      className={classes.filter}
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: any }, ...choices]}
    />
  )
}

const named = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }))

type ScopeProps = {
  organization: Organization
  value: string | undefined
  onChange: (change: Address) => void
}

export function PosFilter({ organization, value, onChange }: ScopeProps) {
  const t = useText('reports')
  const points = useQuery(pointsQuery(organization.id))
  return (
    <ChoiceFilter
      label={t('filter.pos')}
      any={t('filter.pos.any')}
      value={value}
      choices={named(points.data?.items)}
      onChange={(pos_id) => onChange({ pos_id })}
    />
  )
}

export function CashierFilter({
  organization,
  value,
  any,
  onChange,
}: ScopeProps & { any?: string }) {
  const t = useText('reports')
  const cashiers = useQuery(cashiersQuery(organization.id))
  return (
    <ChoiceFilter
      label={t('filter.cashier')}
      any={any ?? t('filter.cashier.any')}
      value={value}
      choices={named(cashiers.data?.items)}
      onChange={(cashier_id) => onChange({ cashier_id })}
    />
  )
}

/** What the chip of a cashier says; undefined: that filter is off. */
export function useCashierLabel(organization: Organization, cashier_id: string | undefined) {
  const t = useText('reports')
  const cashiers = useQuery(cashiersQuery(organization.id))
  const name = cashiers.data?.items.find(({ id }) => id === cashier_id)?.name ?? '…'
  return cashier_id && t('filter.cashier.chip', { name })
}

type FindProps = {
  phone: string | undefined
  /** With it the number of a receipt is asked for too. */
  receipt_number?: string | undefined
  numbered?: boolean
  onFind: (change: Address) => void
}

/** Give it a `key` of what is found now, so that the fields follow a chip that was taken off. */
export function Find({ phone: known, receipt_number, numbered = false, onFind }: FindProps) {
  const t = useText('reports')
  const [phone, setPhone] = useState(known ? printed(known) : '')
  const [number, setNumber] = useState(receipt_number ?? '')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const normal = normalizePhone(phone)
    setWrong(phone.trim() !== '' && !normal)
    if (phone.trim() && !normal) return
    onFind({ phone: normal, ...(numbered && { receipt_number: number.trim() }) })
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <TextInput
        className={classes.filter}
        type="tel"
        inputMode="tel"
        label={t('filter.phone')}
        placeholder="+380"
        maxLength={30}
        data-search={numbered ? undefined : true}
        value={phone}
        error={wrong ? refusalSentence('not_a_phone') : undefined}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      {numbered ? (
        <TextInput
          className={classes.filter}
          label={t('filter.number')}
          maxLength={40}
          data-search
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      ) : null}
      <Button type="submit" variant="default">
        {t('filter.apply')}
      </Button>
    </form>
  )
}

type Chosen = { pos_id?: string | undefined; phone?: string | undefined }

/** What the chips of a point of sale and of a phone say; undefined: that filter is off. */
export function useScopeLabels(organization: Organization, { pos_id, phone }: Chosen) {
  const t = useText('reports')
  const points = useQuery(pointsQuery(organization.id))
  const name = points.data?.items.find(({ id }) => id === pos_id)?.name ?? '…'
  return {
    pos_id: pos_id && t('filter.pos.chip', { name }),
    phone: phone && t('filter.phone.chip', { phone: printed(phone) }),
  }
}

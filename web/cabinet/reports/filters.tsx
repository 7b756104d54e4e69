/** The inputs above the report; each is in the address, so a report can be sent as a link. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import type { Address, ChangeAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { phone as printed } from '../../text/format.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import type { FilterChip } from '../../ui/data-page.tsx'
import { type Asked, STATUSES } from './asked.ts'
import { cashiersQuery } from './queries.ts'
import classes from './reports.module.css'

type Props = { organization: Organization; asked: Asked; onChange: ChangeAddress }

export function Filters({ organization, asked, onChange }: Props) {
  const t = useText('reports')
  const points = useQuery(pointsQuery(organization.id))
  const cashiers = useQuery(cashiersQuery(organization.id))
  const set = (change: Address) => onChange({ ...change, page_number: undefined })
  const named = (items: { id: string; name: string }[] | undefined) =>
    (items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <NativeSelect
        size="md"
        className={classes.filter}
        label={t('filter.pos')}
        value={asked.pos_id ?? ''}
        onChange={(event) => set({ pos_id: event.currentTarget.value })}
        data={[{ value: '', label: t('filter.pos.any') }, ...named(points.data?.items)]}
      />
      <NativeSelect
        size="md"
        className={classes.filter}
        label={t('filter.cashier')}
        value={asked.cashier_id ?? ''}
        onChange={(event) => set({ cashier_id: event.currentTarget.value })}
        data={[{ value: '', label: t('filter.cashier.any') }, ...named(cashiers.data?.items)]}
      />
      <NativeSelect
        size="md"
        className={classes.filter}
        label={t('filter.status')}
        value={asked.status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.status.any') },
          ...STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
        ]}
      />
      <Find asked={asked} onFind={set} key={`${asked.phone}|${asked.receipt_number}`} />
    </>
  )
}

function Find({ asked, onFind }: { asked: Asked; onFind: (change: Address) => void }) {
  const t = useText('reports')
  const [phone, setPhone] = useState(asked.phone ? printed(asked.phone) : '')
  const [number, setNumber] = useState(asked.receipt_number ?? '')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const normal = normalizePhone(phone)
    setWrong(phone.trim() !== '' && !normal)
    if (phone.trim() && !normal) return
    onFind({ phone: normal, receipt_number: number.trim() })
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
        value={phone}
        error={wrong ? refusalSentence('not_a_phone') : undefined}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <TextInput
        className={classes.filter}
        label={t('filter.number')}
        maxLength={40}
        data-search
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('filter.apply')}
      </Button>
    </form>
  )
}

/** The filters that are on, each with its way off. */
export function useChips(
  organization: Organization,
  asked: Asked,
  change: ChangeAddress,
): FilterChip[] {
  const t = useText('reports')
  const points = useQuery(pointsQuery(organization.id))
  const cashiers = useQuery(cashiersQuery(organization.id))
  const nameIn = (items: { id: string; name: string }[] | undefined, id: string) =>
    items?.find((one) => one.id === id)?.name ?? '…'
  const chips: FilterChip[] = []
  const chip = (key: string, label: string) =>
    chips.push({ key, label, onRemove: () => change({ [key]: undefined, page_number: undefined }) })
  if (asked.pos_id) {
    chip('pos_id', t('filter.pos.chip', { name: nameIn(points.data?.items, asked.pos_id) }))
  }
  if (asked.cashier_id) {
    const name = nameIn(cashiers.data?.items, asked.cashier_id)
    chip('cashier_id', t('filter.cashier.chip', { name }))
  }
  if (asked.status) chip('status', t(`status.${asked.status}`))
  if (asked.phone) chip('phone', t('filter.phone.chip', { phone: printed(asked.phone) }))
  if (asked.receipt_number) {
    chip('receipt_number', t('filter.number.chip', { number: asked.receipt_number }))
  }
  return chips
}

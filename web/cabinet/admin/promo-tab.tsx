import { Button, Modal, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDiscount2, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call, type ItemOf } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { date, percent } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PercentInput } from '../../ui/money-input.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { promoQuery } from './queries.ts'

type Code = ItemOf<'GET /api/v1/admin/promo-codes'>

/** Codes that take a part off the price; each organization uses one once. */
export function PromoTab() {
  const t = useText('admin')
  const query = useQuery(promoQuery)
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
      {t('promo.add')}
    </Button>
  )
  return (
    <Stack gap="md" align="stretch">
      <div>{add}</div>
      <DataPage
        query={query}
        what={t('promo.what')}
        sentence={problemSentence}
        rowId={({ code }) => code}
        columns={[
          { accessor: 'code', title: t('promo.code') },
          {
            accessor: 'percent',
            title: t('promo.percent'),
            textAlign: 'right',
            render: (row) => percent(row.percent),
          },
          {
            accessor: 'uses',
            title: t('promo.uses'),
            textAlign: 'right',
            render: (row) => usesOf(row, t),
          },
          {
            accessor: 'ends_at',
            title: t('promo.until'),
            render: (row) => (row.ends_at === null ? t('promo.endless') : date(row.ends_at)),
          },
          {
            accessor: 'enabled',
            title: t('promo.enabled'),
            render: (row) => <OnOff row={row} />,
          },
        ]}
        card={cardOf}
        empty={
          <EmptyState icon={<IconDiscount2 size={32} stroke={1.5} />} title={t('promo.empty')} />
        }
      />
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('promo.add')} size={420}>
        <Fields onClose={() => setAdding(false)} />
      </Modal>
    </Stack>
  )
}

const cardOf = (row: Code) => ({
  title: row.code,
  value: percent(row.percent),
  line: <OnOff row={row} />,
})

/** A code works to the end of its last day. */
const endOf = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())

const usesOf = ({ uses, uses_max }: Code, t: Text<'admin'>) =>
  uses_max === null ? String(uses) : t('promo.uses_of', { uses, max: uses_max })

function OnOff({ row }: { row: Code }) {
  const t = useText('admin')
  const client = useQueryClient()
  const [shown, choose] = useChoice({ enabled: row.enabled })
  const change = useMutation({
    scope: { id: `promo code ${row.code}` },
    mutationFn: (enabled: boolean) =>
      call('PATCH /api/v1/admin/promo-codes/{code}', {
        params: { code: row.code },
        body: { enabled },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: promoQuery.queryKey }),
    onError: (error) => void toast.problem(error),
  })
  return (
    <Switch
      aria-label={t('promo.switch', { code: row.code })}
      checked={shown.enabled}
      onChange={(event) => {
        const enabled = event.currentTarget.checked
        choose({ enabled }, change.mutateAsync(enabled))
      }}
    />
  )
}

function Fields({ onClose }: { onClose: () => void }) {
  const t = useText('admin')
  const client = useQueryClient()
  const form = useForm<{
    code: string
    percent: number | ''
    uses_max: number | ''
    ends_at: string
  }>({
    initialValues: { code: '', percent: 10, uses_max: '', ends_at: '' },
  })
  const save = useMutation({
    mutationFn: ({ code, percent: off, uses_max, ends_at }: typeof form.values) =>
      call('POST /api/v1/admin/promo-codes', {
        body: {
          code,
          percent: Number(off),
          uses_max: uses_max === '' ? null : uses_max,
          ends_at: endOf(ends_at),
        },
      }),
    async onSuccess() {
      onClose()
      toast.done(t('saved'))
      await client.invalidateQueries({ queryKey: promoQuery.queryKey })
    },
    onError(error) {
      form.setErrors(fieldSentences(error))
      toast.problem(error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <TextInput
          label={t('promo.code')}
          maxLength={30}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <PercentInput label={t('promo.percent.field')} {...form.getInputProps('percent')} />
        <NumberInput
          label={t('promo.uses_max')}
          description={t('tariffs.no_limit')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('uses_max')}
        />
        <TextInput
          type="date"
          label={t('promo.last_day')}
          description={t('tariffs.no_limit')}
          {...form.getInputProps('ends_at')}
        />
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Stack>
    </form>
  )
}

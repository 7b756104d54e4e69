/** The window of an import, as it is for receipts of the past. */
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiptField } from '#contract/receipt-import.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { ImportKind } from '../../shell/import/import-kind.ts'
import { ImportWizard } from '../../shell/import/import-wizard.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { money, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

type ReceiptImport = AnswerOf<'GET /api/v1/receipts/imports/{import_id}'>
type Props = { organization: Organization; opened: boolean; onClose: () => void }

export function ImportReceipts(props: Props) {
  const { data } = useQuery(pointsQuery(props.organization.id))
  const points = data?.items ?? []
  const [chosen, choose] = useState<string | null>(null)
  const pos_id = chosen ?? points[0]?.id
  const kind = useReceiptKind(props.organization, pos_id)
  const t = useText('moves')
  return (
    <>
      {points.length > 1 ? (
        <Select
          mt="sm"
          maw={420}
          label={t('rec.pos')}
          allowDeselect={false}
          data={points.map(({ id, name }) => ({ value: id, label: name }))}
          value={pos_id ?? null}
          onChange={choose}
        />
      ) : null}
      <ImportWizard {...props} kind={kind} />
    </>
  )
}

function useReceiptKind(
  { currency }: Organization,
  pos_id: string | undefined,
): ImportKind<ReceiptImport> {
  const t = useText('moves')
  const fields: Record<ReceiptField, string> = {
    date: t('rec.date'),
    time: t('rec.time'),
    number: t('rec.number'),
    phone: t('rec.phone'),
    card: t('rec.card'),
    pos: t('rec.pos_name'),
    sum: t('rec.sum'),
    product: t('rec.product'),
    barcode: t('rec.barcode'),
    sku: t('rec.sku'),
    category: t('rec.category'),
    quantity: t('rec.quantity'),
    price: t('rec.price'),
    line_sum: t('rec.line_sum'),
  }
  return {
    ...calls,
    title: t('rec.title'),
    text: t('rec.text'),
    applying: t('rec.applying'),
    field: t('rec.field'),
    fields,
    needed: { fields: ['date'], sentence: t('rec.no_date') },
    empty: t('rec.empty'),
    too_many_rows: t('rec.too_many_rows'),
    summary: ({ created, members, paid }) =>
      created === 0 ? null : (
        <Text>{t('rec.summary', { members: number(members), paid: money(paid, currency) })}</Text>
      ),
    check: (import_id, mapping) =>
      call('PATCH /api/v1/receipts/imports/{import_id}', {
        params: { import_id },
        body: { mapping, pos_id },
      }),
  }
}

const calls = {
  path: '/api/v1/receipts/imports',
  template: '/api/v1/receipts/import-template',
  // Turnover, visits, levels, reports: all of the shop is seen anew.
  refresh: () => queryClient.invalidateQueries(),
  latest: async (organization_id, signal) =>
    (await call('GET /api/v1/receipts/imports', { query: { organization_id }, signal })).import,
  send: (organization_id, file) =>
    call('POST /api/v1/receipts/imports', {
      query: { organization_id, file_name: file.name.slice(-200) },
      file,
    }),
  apply: (import_id) =>
    call('POST /api/v1/receipts/imports/{import_id}/apply', { params: { import_id } }),
  drop: (import_id) =>
    call('DELETE /api/v1/receipts/imports/{import_id}', { params: { import_id } }),
} satisfies Partial<ImportKind<ReceiptImport>>

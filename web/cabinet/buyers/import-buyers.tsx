/** The window of an import, as it is for buyers from another program. */
import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { BuyerField } from '#contract/buyer-import.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import type { ImportKind } from '../../shell/import/import-kind.ts'
import { ImportWizard } from '../../shell/import/import-wizard.tsx'
import { number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { refreshBuyer } from './queries.ts'

type BuyerImport = AnswerOf<'GET /api/v1/buyers/imports/{import_id}'>

export function ImportBuyers(props: Omit<ComponentProps<typeof ImportWizard>, 'kind'>) {
  return <ImportWizard {...props} kind={useBuyerKind()} />
}

function useBuyerKind(): ImportKind<BuyerImport> {
  const t = useText('moving')
  const fields: Record<BuyerField, string> = {
    phone: t('field.phone'),
    first_name: t('field.first_name'),
    last_name: t('field.last_name'),
    name: t('field.name'),
    birthday: t('field.birthday'),
    city: t('field.city'),
    balance: t('field.balance'),
    balance_until: t('field.balance_until'),
    turnover: t('field.turnover'),
    tags: t('field.tags'),
    note: t('field.note'),
  }
  return {
    ...calls,
    title: t('imp.title'),
    text: t('imp.text'),
    applying: t('imp.applying'),
    field: t('imp.field'),
    fields,
    needed: { fields: ['phone'], sentence: t('imp.no_phone') },
    empty: t('imp.problem.empty'),
    too_many_rows: t('imp.problem.too_many_rows'),
    option: { label: t('imp.gifts'), text: t('imp.gifts.text'), of: ({ gifts }) => gifts },
    promise: t('imp.lawful'),
    summary: (found) => <Balances found={found} />,
    warning: ({ room, created }) =>
      room !== null && room < created ? t('imp.room', { room: number(room) }) : undefined,
  }
}

const calls = {
  path: '/api/v1/buyers/imports',
  template: '/api/v1/buyers/import-template',
  refresh: refreshBuyer,
  latest: async (organization_id, signal) =>
    (await call('GET /api/v1/buyers/imports', { query: { organization_id }, signal })).import,
  send: (organization_id, file) =>
    call('POST /api/v1/buyers/imports', {
      query: { organization_id, file_name: file.name.slice(-200) },
      file,
    }),
  check: (import_id, mapping, gifts) =>
    call('PATCH /api/v1/buyers/imports/{import_id}', {
      params: { import_id },
      body: { mapping, gifts },
    }),
  apply: (import_id) =>
    call('POST /api/v1/buyers/imports/{import_id}/apply', {
      params: { import_id },
      body: { lawful: true },
    }),
  drop: (import_id) => call('DELETE /api/v1/buyers/imports/{import_id}', { params: { import_id } }),
} satisfies Partial<ImportKind<BuyerImport>>

function Balances({ found }: { found: BuyerImport }) {
  const t = useText('moving')
  const { balances, balance_sum, balances_kept, status } = found
  const bonuses = { sum: number(balance_sum), amount: number(balances) }
  return (
    <>
      {balances > 0 ? (
        <Text>{t(status === 'done' ? 'imp.balances.done' : 'imp.balances', bonuses)}</Text>
      ) : null}
      {balances_kept > 0 ? (
        <Text size="sm" c="dimmed">
          {t('imp.kept', { amount: number(balances_kept) })}
        </Text>
      ) : null}
    </>
  )
}

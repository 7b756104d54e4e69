/** The window of an import, as it is for products. */
import type { ComponentProps } from 'react'
import type { ImportField } from '#contract/product-import.ts'
import { call } from '../../api/call.ts'
import type { ImportKind } from '../../shell/import/import-kind.ts'
import { ImportWizard } from '../../shell/import/import-wizard.tsx'
import { useText } from '../../text/text.ts'
import { refreshProducts } from './queries.ts'

export function ImportProducts(props: Omit<ComponentProps<typeof ImportWizard>, 'kind'>) {
  return <ImportWizard {...props} kind={useProductKind()} />
}

function useProductKind(): ImportKind {
  const t = useText('catalog')
  const fields: Record<ImportField, string> = {
    name: t('field.name'),
    barcode: t('field.barcode'),
    sku: t('field.sku'),
    category: t('field.category'),
    unit: t('field.unit'),
    price: t('field.price'),
    cost: t('field.cost'),
    min_price: t('field.min_price'),
    min_price_percent: t('field.min_price_percent'),
    description: t('field.description'),
    link: t('field.link'),
    active: t('field.active'),
    exclude_discount: t('field.exclude_discount'),
    exclude_accrual: t('field.exclude_accrual'),
    exclude_spend: t('field.exclude_spend'),
    accrual_percent: t('field.accrual_percent'),
  }
  return {
    ...calls,
    title: t('imp.title'),
    text: t('imp.text'),
    applying: t('imp.applying'),
    field: t('imp.field'),
    fields,
    needed: { fields: ['name', 'barcode', 'sku'], sentence: t('imp.no_name') },
    empty: t('imp.problem.empty'),
    too_many_rows: t('imp.problem.too_many_rows'),
  }
}

const calls = {
  path: '/api/v1/products/imports',
  template: '/api/v1/products/import-template',
  refresh: refreshProducts,
  latest: async (organization_id, signal) =>
    (await call('GET /api/v1/products/imports', { query: { organization_id }, signal })).import,
  send: (organization_id, file) =>
    call('POST /api/v1/products/imports', {
      query: { organization_id, file_name: file.name.slice(-200) },
      file,
    }),
  check: (import_id, mapping) =>
    call('PATCH /api/v1/products/imports/{import_id}', {
      params: { import_id },
      body: { mapping },
    }),
  apply: (import_id) =>
    call('POST /api/v1/products/imports/{import_id}/apply', { params: { import_id } }),
  drop: (import_id) =>
    call('DELETE /api/v1/products/imports/{import_id}', { params: { import_id } }),
} satisfies Partial<ImportKind>

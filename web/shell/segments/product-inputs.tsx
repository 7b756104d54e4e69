/** Which products: found by name, barcode or SKU among those of the catalogue and of receipts. */
import { MultiSelect, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import type { Conditions } from './filter.ts'
import { boughtQuery, type Bought, categoriesQuery } from './queries.ts'
import { Amount } from './range-inputs.tsx'
import classes from './segments.module.css'

type Positive = NonNullable<Conditions['positive_barcodes']>
type Negative = NonNullable<Conditions['negative_barcodes']>
type Named = Pick<Negative, 'codes' | 'skus'>

const PAUSE_MS = 250
/** Names that were seen, so that a chosen product is called by its name. */
const names = new Map<string, string>()

const valueOf = ({ barcode, sku }: Bought) =>
  barcode === null ? `sku ${sku ?? ''}` : `code ${barcode}`
const valuesOf = ({ codes = [], skus = [] }: Named) => [
  ...codes.map((code) => `code ${code}`),
  ...skus.map((sku) => `sku ${sku}`),
]
const part = (values: string[], prefix: string) =>
  values.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))
const namedBy = (values: string[]): Named => ({
  codes: part(values, 'code '),
  skus: part(values, 'sku '),
})

type PickProps = {
  organization_id: string
  count: 'bought' | 'never'
  value: Named
  onChange: (value: Named) => void
}

function Products({ organization_id, count, value, onChange }: PickProps) {
  const t = useText('segments')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery(boughtQuery(organization_id, count, q))
  const found = data?.items ?? []
  for (const one of found) names.set(valueOf(one), one.name)
  const chosen = valuesOf(value)
  const options = new Map(found.map((one) => [valueOf(one), labelOf(one)]))
  for (const one of chosen) options.set(one, names.get(one) ?? one.slice(one.indexOf(' ') + 1))
  return (
    <MultiSelect
      label={t('products')}
      placeholder={chosen.length > 0 ? undefined : t('products.search')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches by more than the label shows.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('products.none')}
      maxValues={50}
      data={[...options].map(([key, label]) => ({ value: key, label }))}
      value={chosen}
      onChange={(next) => onChange(namedBy(next))}
    />
  )

  function labelOf({ name, buyers_count }: Bought) {
    return t('products.buyers', { name, count: counted('buyer', buyers_count) })
  }
}

type CategoriesProps = {
  organization_id: string
  label: string
  value: string[]
  onChange: (value: string[]) => void
}

export function Categories({ organization_id, label, value, onChange }: CategoriesProps) {
  const t = useText('segments')
  const { data } = useQuery(categoriesQuery(organization_id))
  const known = (data?.items ?? []).map((one) => one.name)
  return (
    <MultiSelect
      label={label}
      placeholder={value.length > 0 ? undefined : t('choice')}
      searchable
      nothingFoundMessage={t('products.none')}
      data={[...new Set([...known, ...value])]}
      value={value}
      onChange={onChange}
    />
  )
}

type Props<T> = { organization_id: string; value: T; onChange: (value: T) => void }

export function BoughtInputs({ organization_id, value, onChange }: Props<Positive>) {
  const t = useText('segments')
  return (
    <>
      <Products
        organization_id={organization_id}
        count="bought"
        value={value}
        onChange={(named) => onChange({ ...value, ...named })}
      />
      <Categories
        organization_id={organization_id}
        label={t('products.categories')}
        value={value.categories ?? []}
        onChange={(categories) => onChange({ ...value, categories })}
      />
      <div className={classes.pair}>
        <NativeSelect
          size="md"
          label={t('products.match')}
          value={value.match ?? 'any'}
          onChange={(event) =>
            onChange({ ...value, match: event.currentTarget.value === 'all' ? 'all' : 'any' })
          }
          data={(['any', 'all'] as const).map((one) => ({
            value: one,
            label: t(`products.match.${one}`),
          }))}
        />
        <Amount
          label={t('products.min_times')}
          unit="times"
          value={value.min_times ?? ''}
          onChange={(next) => onChange({ ...value, min_times: next || null })}
        />
      </div>
    </>
  )
}

export function NotBoughtInputs({ organization_id, value, onChange }: Props<Negative>) {
  const t = useText('segments')
  return (
    <>
      <Products
        organization_id={organization_id}
        count="never"
        value={value}
        onChange={(named) => onChange({ ...value, ...named })}
      />
      <Categories
        organization_id={organization_id}
        label={t('products.categories')}
        value={value.categories ?? []}
        onChange={(categories) => onChange({ ...value, categories })}
      />
    </>
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChangeAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { type Text, useText } from '../../text/text.ts'
import type { FilterChip } from '../../ui/data-page.tsx'
import type { Asked } from './catalog-page.tsx'
import classes from './catalog.module.css'
import { categoriesQuery } from './queries.ts'

const PAUSE_MS = 300
const MIN_PRICES = ['without', 'above_price'] as const
const ACTIVE = ['true', 'false'] as const
const SORTS_ON_PHONE = ['name', '-price', 'price', '-updated_at'] as const

type Props = { organization: Organization; asked: Asked; onChange: ChangeAddress }

export function CatalogFilters({ organization, asked, onChange }: Props) {
  const t = useText('catalog')
  const categories = useQuery(categoriesQuery(organization.id))
  const set = (key: string) => (event: { currentTarget: { value: string } }) =>
    onChange({ [key]: event.currentTarget.value, page: undefined })
  return (
    <>
      <Search value={asked.q ?? ''} onChange={(q) => onChange({ q, page: undefined })} />
      <NativeSelect
        className={classes.filter}
        size="md"
        aria-label={t('filter.category')}
        value={asked.category ?? ''}
        onChange={set('category')}
        data={[
          { value: '', label: t('filter.category.any') },
          ...(categories.data?.items ?? []).map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      <NativeSelect
        className={classes.filter}
        size="md"
        aria-label={t('filter.min_price')}
        value={asked.min_price ?? ''}
        onChange={set('min_price')}
        data={[
          { value: '', label: t('filter.min_price.any') },
          ...MIN_PRICES.map((one) => ({ value: one, label: t(`filter.min_price.${one}`) })),
        ]}
      />
      <NativeSelect
        className={classes.filter}
        size="md"
        aria-label={t('filter.active')}
        value={asked.active ?? ''}
        onChange={set('active')}
        data={[
          { value: '', label: t('filter.active.any') },
          ...ACTIVE.map((one) => ({ value: one, label: t(`filter.active.${one}`) })),
        ]}
      />
      <NativeSelect
        className={classes.filter}
        size="md"
        hiddenFrom="sm"
        aria-label={t('sort')}
        value={asked.sort}
        onChange={set('sort')}
        data={SORTS_ON_PHONE.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      />
    </>
  )
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('catalog')
  // What is being typed; undefined as soon as the address has it.
  const [typed, setTyped] = useState<string>()
  const hand = useDebouncedCallback((text: string) => {
    onChange(text)
    setTyped(undefined)
  }, PAUSE_MS)
  return (
    <TextInput
      className={classes.search}
      type="search"
      data-search
      aria-label={t('search')}
      placeholder={t('search')}
      maxLength={80}
      leftSection={<IconSearch size={20} stroke={1.75} />}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        hand(event.currentTarget.value)
      }}
    />
  )
}

export function chipsOf(asked: Asked, change: ChangeAddress, t: Text<'catalog'>): FilterChip[] {
  const chips: FilterChip[] = []
  const chip = (key: string, label: string) =>
    chips.push({ key, label, onRemove: () => change({ [key]: undefined, page: undefined }) })
  if (asked.q) chip('q', t('filter.q', { q: asked.q }))
  if (asked.category) chip('category', asked.category)
  if (asked.min_price) chip('min_price', t(`filter.min_price.${asked.min_price}`))
  if (asked.active) chip('active', t(`filter.active.${asked.active}`))
  return chips
}

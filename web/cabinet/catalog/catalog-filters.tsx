import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChangeAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { type Text, useText } from '../../text/text.ts'
import type { FilterChip } from '../../ui/data-page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Asked } from './catalog-page.tsx'
import classes from './catalog.module.css'
import { categoriesQuery } from './queries.ts'

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
      <SearchInput
        className={classes.search}
        label={t('search')}
        value={asked.q ?? ''}
        onChange={(q) => onChange({ q, page: undefined })}
      />
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

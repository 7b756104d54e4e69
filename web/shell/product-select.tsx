/** The product that a button of a message leads to: one of those that have a link. */
import { Anchor, Input, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../text/text.ts'
import { PageLink } from './link.tsx'
import { linkedQuery, productQuery } from './linked-products.ts'
import { paths } from './paths.ts'

const PAUSE_MS = 250

type Props = {
  organization_id: string
  /** Empty: none. */
  value: string
  error?: string | undefined
  onChange: (changes: { button_product_id: string }) => void
}

export function ProductSelect({ organization_id, value, error, onChange }: Props) {
  const t = useText('shell')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const chosen = useQuery(productQuery(value))
  // The name of what is chosen stands where one types: nobody searches for it.
  const q = settled === chosen.data?.name ? '' : settled
  const { data } = useQuery(linkedQuery(organization_id, q))
  if (value === '' && q === '' && data?.total === 0) {
    return (
      <Input.Wrapper label={t('product')} labelElement="div" error={error}>
        <Text size="sm" role="note">
          {t('product.no_links')}{' '}
          <Anchor
            component={PageLink}
            href={`${paths.min_price(organization_id)}?tab=products`}
            inherit
            td="underline"
          >
            {t('product.to_catalog')}
          </Anchor>
        </Text>
      </Input.Wrapper>
    )
  }
  const lost = chosen.isError || chosen.data?.link === null
  const options = new Map((data?.items ?? []).map(({ id, name }) => [id, name]))
  if (chosen.data) options.set(value, chosen.data.name)
  return (
    <Select
      label={t('product')}
      placeholder={t('product.search')}
      description={t('product.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches by more than the label shows.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('product.none')}
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange({ button_product_id: id ?? '' })}
      error={error ?? (lost ? t('product.lost') : undefined)}
    />
  )
}

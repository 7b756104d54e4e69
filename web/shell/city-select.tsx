/** A city out of the shared directory; one that is missing is added on the spot. */
import { Select, type SelectProps } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CITY_NAME_MAX } from '#contract/limits.ts'
import { call } from '../api/call.ts'
import { useText } from '../text/text.ts'
import { toast } from './toasts.tsx'

/** All cities in one page, as the seed asks. */
export const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: ({ signal }) =>
    call('GET /api/v1/locations/cities', { query: { page: 1, limit: 10_000 }, signal }),
  staleTime: 5 * 60_000,
})

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => call('GET /api/v1/locations/countries', { signal }),
  staleTime: Infinity,
})

/** The country a new city is in unless another is told. */
const HOME_COUNTRY = 'UA'
const ADD = 'add'
const SHOWN_MAX = 50

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  value: string | null
  onChange: (city_id: string | null) => void
}

export function CitySelect({ value, onChange, ...rest }: Props) {
  const t = useText('shell')
  const [search, setSearch] = useState('')
  const { data } = useQuery(citiesQuery)
  const add = useAddCity((city_id) => onChange(city_id))
  const cities = data?.items ?? []
  const typed = search.trim()
  const same = (name: string) => name.toLocaleLowerCase() === typed.toLocaleLowerCase()
  const missing = data && typed.length > 1 && !cities.some((city) => same(city.name))
  const options = cities.map((city) => ({ value: city.id, label: city.name }))
  return (
    <Select
      label={t('city.label')}
      placeholder={t('city.placeholder')}
      searchable
      clearable
      limit={SHOWN_MAX}
      nothingFoundMessage={t('city.none')}
      data={missing ? [...options, { value: ADD, label: t('city.add', { name: typed }) }] : options}
      filter={({ options: all, search: text, limit }) => {
        const wanted = text.trim().toLocaleLowerCase()
        const found = all.filter(
          (option) =>
            'value' in option &&
            option.value !== ADD &&
            option.label.toLocaleLowerCase().includes(wanted),
        )
        const last = all.filter((option) => 'value' in option && option.value === ADD)
        return [...found.slice(0, limit), ...last]
      }}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={(chosen) => {
        if (chosen === ADD) add.mutate(typed.slice(0, CITY_NAME_MAX))
        else onChange(chosen)
      }}
      disabled={add.isPending}
      {...rest}
    />
  )
}

function useAddCity(onAdded: (city_id: string) => void) {
  const t = useText('shell')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const countries = await client.ensureQueryData(countriesQuery)
      const home = countries.items.find((country) => country.code === HOME_COUNTRY)
      const country_id = home?.id ?? countries.items[0]?.id ?? ''
      return call('POST /api/v1/locations/cities', { body: { name, country_id } })
    },
    onSuccess: async (city) => {
      await client.invalidateQueries({ queryKey: citiesQuery.queryKey })
      onAdded(city.id)
      toast.done(t('city.added', { name: city.name }))
    },
    onError: toast.problem,
  })
}

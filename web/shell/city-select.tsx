/** A city of the directory, found while typing; a missing one can be added on the spot. */
import { Combobox, InputBase, ScrollArea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from './toasts.tsx'

const SHOWN = 50
const UKRAINE = 'UA'

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) =>
    call('GET /api/v1/locations/countries', { query: { page: 1, limit: 1000 }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const citiesQuery = (name: string) =>
  queryOptions({
    queryKey: ['cities', 'named', name],
    queryFn: ({ signal }) =>
      call('GET /api/v1/locations/cities', {
        query: { page: 1, limit: SHOWN, name: name || undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

export type ChosenCity = { id: string; name: string }
type Props = {
  label: string
  value: ChosenCity | null
  onChange: (city: ChosenCity | null) => void
  description?: ReactNode
  error?: ReactNode
  /** Of a city that is added here; Ukraine when absent. */
  country_id?: string | null
  words: {
    placeholder: string
    none: string
    add: (name: string) => string
    added: (name: string) => string
  }
}

export function CitySelect({ value, onChange, words, country_id, ...field }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string>()
  const [asked] = useDebouncedValue((typed ?? '').trim(), 200)
  const cities = useQuery({ ...citiesQuery(asked), enabled: combobox.dropdownOpened })
  const countries = useQuery({ ...countriesQuery, enabled: combobox.dropdownOpened })
  const country =
    country_id ?? countries.data?.items.find((one) => one.code === UKRAINE)?.id ?? undefined

  const choose = (city: ChosenCity | null) => {
    onChange(city)
    setTyped(undefined)
    combobox.closeDropdown()
  }
  const add = useMutation({
    mutationFn: (name: string) =>
      call('POST /api/v1/locations/cities', { body: { name, country_id: country ?? '' } }),
    onSuccess(city) {
      void queryClient.invalidateQueries({ queryKey: ['cities'] })
      choose(city)
      toast.done(words.added(city.name))
    },
    onError: (error) => toast.problem(error),
  })

  const items = cities.data?.items ?? []
  const exact = items.some((city) => city.name.toLowerCase() === asked.toLowerCase())
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        if (chosen === '+') add.mutate(asked)
        else choose(items.find((city) => city.id === chosen) ?? null)
      }}
    >
      <Combobox.Target>
        <InputBase
          {...field}
          size="md"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={words.placeholder}
          autoComplete="off"
          value={typed ?? value?.name ?? ''}
          rightSection={
            value ? <Combobox.ClearButton onClear={() => choose(null)} /> : <Combobox.Chevron />
          }
          rightSectionPointerEvents={value ? 'all' : 'none'}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setTyped(undefined)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          <ScrollArea.Autosize mah={240} type="auto">
            {items.map((city) => (
              <Combobox.Option key={city.id} value={city.id}>
                {city.name}
                {city.region ? `, ${city.region}` : ''}
              </Combobox.Option>
            ))}
            {asked && !exact && country && !cities.isPlaceholderData ? (
              <Combobox.Option value="+">{words.add(asked)}</Combobox.Option>
            ) : null}
            {items.length === 0 && !asked ? <Combobox.Empty>{words.none}</Combobox.Empty> : null}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMapPin, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ItemOf } from '../../api/call.ts'
import { citiesQuery } from '../../shell/city-select.tsx'
import { useProfile } from '../../shell/profile.ts'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { CityForm } from './city-form.tsx'
import { DeleteCity } from './delete-city.tsx'

export type City = ItemOf<'GET /api/v1/locations/cities'>

/** All cities come at once, as the seed asks; they are shown in pages so that the list stays light. */
const PAGE = 50

export function CitiesPage() {
  const t = useText('cities')
  const administrator = useProfile()?.is_platform_administrator ?? false
  const { values, set, reset } = useFilters({ q: '', page: '1' })
  const query = useQuery(citiesQuery)
  const [edited, setEdited] = useState<City | 'new'>()
  const [doomed, setDoomed] = useState<City>()
  const data = useShown(query.data?.items, values.q, Number(values.page) || 1)
  const columns = useColumns(administrator, setEdited, setDoomed)
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setEdited('new')} data-hotkey="new">
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} actions={add} />
      <DataPage
        query={{
          data,
          error: query.error,
          isPending: query.isPending,
          isFetching: query.isFetching,
          refetch: query.refetch,
        }}
        what={t('what')}
        sentence={problemSentence}
        rowId={(city) => city.id}
        columns={columns}
        card={(city) => ({
          title: city.name,
          value: number(city.organizations_count),
          line: city.region,
        })}
        filters={
          <TextInput
            w={{ base: '100%', sm: 320 }}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={18} />}
            value={values.q}
            onChange={(event) => set({ q: event.currentTarget.value })}
            data-hotkey="search"
          />
        }
        chips={values.q ? [{ key: 'q', label: values.q, onRemove: () => set({ q: '' }) }] : []}
        onResetFilters={reset}
        onPageChange={(page) => set({ page: String(page) })}
        empty={
          <EmptyState
            icon={<IconMapPin size={32} stroke={1.5} />}
            title={t('empty')}
            text={t('empty.text')}
            action={add}
          />
        }
      />
      <CityForm city={edited} onClose={() => setEdited(undefined)} />
      <DeleteCity city={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

function useShown(all: City[] | undefined, q: string, page: number) {
  return useMemo(() => {
    if (!all) return undefined
    const wanted = q.trim().toLocaleLowerCase()
    const found = all.filter((city) => city.name.toLocaleLowerCase().includes(wanted))
    const items = found.slice((page - 1) * PAGE, page * PAGE)
    return { items, total: found.length, page, limit: PAGE }
  }, [all, q, page])
}

/** Only a platform administrator renames and deletes; an owner adds what is missing. */
function useColumns(
  administrator: boolean,
  onEdit: (city: City) => void,
  onDelete: (city: City) => void,
) {
  const t = useText('cities')
  return [
    { accessor: 'name', title: t('column.name') },
    { accessor: 'region', title: t('column.region') },
    {
      accessor: 'organizations_count',
      title: t('column.organizations'),
      textAlign: 'right' as const,
      render: (city: City) => number(city.organizations_count),
    },
    {
      accessor: 'actions',
      title: <span className="v-sr">{t('column.actions')}</span>,
      textAlign: 'right' as const,
      hidden: !administrator,
      render: (city: City) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('edit', { name: city.name })}
            onClick={() => onEdit(city)}
          >
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="kalyna"
            size={36}
            aria-label={t('delete', { name: city.name })}
            onClick={() => onDelete(city)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      ),
    },
  ]
}

import { Badge, Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { number, price } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Tariff, tariffsQuery } from './queries.ts'
import { TariffForm } from './tariff-form.tsx'

/** All tariffs, also those nobody can buy any more. */
export function TariffsTab() {
  const t = useText('admin')
  const query = useQuery(tariffsQuery)
  const [edited, setEdited] = useState<Tariff | 'new'>()
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setEdited('new')}>
      {t('tariffs.add')}
    </Button>
  )
  const title =
    edited === undefined || edited === 'new'
      ? t('tariffs.form.add')
      : t('tariffs.form.edit', { name: edited.name })
  return (
    <Stack gap="md">
      <div>{add}</div>
      <DataPage
        query={query}
        what={t('tariffs.what')}
        sentence={problemSentence}
        rowId={({ id }) => id}
        onRowClick={setEdited}
        columns={useColumns(setEdited)}
        card={(tariff) => cardOf(tariff, t)}
        empty={<EmptyState icon={<IconTags size={32} stroke={1.5} />} title={t('tariffs.empty')} />}
      />
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={title}
        size={560}
      >
        {edited ? <TariffForm tariff={edited} onClose={() => setEdited(undefined)} /> : null}
      </Modal>
    </Stack>
  )
}

const cardOf = (tariff: Tariff, t: Text<'admin'>) => ({
  title: `${tariff.name} · ${t(tariff.period)}`,
  value: price(tariff.price, tariff.currency),
  line: <Sale tariff={tariff} />,
})

function Sale({ tariff }: { tariff: Tariff }) {
  const t = useText('admin')
  return (
    <Badge color={tariff.on_sale ? 'spruce' : 'stone'}>
      {t(tariff.on_sale ? 'tariffs.on_sale' : 'tariffs.off_sale')}
    </Badge>
  )
}

function useColumns(onEdit: (tariff: Tariff) => void) {
  const t = useText('admin')
  return [
    {
      accessor: 'name',
      title: t('tariffs.name'),
      render: (tariff: Tariff) => (
        <Button
          variant="transparent"
          size="compact-md"
          px={0}
          aria-label={t('tariffs.edit', { name: `${tariff.name}, ${t(tariff.period)}` })}
          onClick={() => onEdit(tariff)}
        >
          {tariff.name}
        </Button>
      ),
    },
    {
      accessor: 'period',
      title: t('tariffs.period'),
      render: ({ period }: Tariff) => t(period),
    },
    {
      accessor: 'price',
      title: t('tariffs.price'),
      textAlign: 'right' as const,
      render: (tariff: Tariff) => price(tariff.price, tariff.currency),
    },
    {
      accessor: 'licenses_count',
      title: t('tariffs.licenses'),
      textAlign: 'right' as const,
      render: ({ licenses_count }: Tariff) => number(licenses_count),
    },
    {
      accessor: 'on_sale',
      title: t('tariffs.on_sale'),
      render: (tariff: Tariff) => <Sale tariff={tariff} />,
    },
  ]
}

import { Badge, Button, Checkbox, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconBuildingStore } from '@tabler/icons-react'
import { useState } from 'react'
import { call, type ItemOf } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { date, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { organizationsQuery } from './queries.ts'

type Row = ItemOf<'GET /api/v1/admin/organizations'>

/** Every owner's organizations, the newest first. */
export function OrganizationsTab() {
  const t = useText('admin')
  const { values, set } = useFilters({ tab: 'organizations', q: '', page: '1' })
  const query = useQuery(organizationsQuery(values.q.trim(), Number(values.page) || 1))
  const [ending, setEnding] = useState<Row>()
  return (
    <>
      <DataPage
        query={query}
        what={t('organizations.what')}
        sentence={problemSentence}
        rowId={({ id }) => id}
        columns={useColumns(setEnding)}
        card={(row) => cardOf(row, t, setEnding)}
        filters={
          <SearchInput
            className={undefined}
            label={t('organizations.search')}
            value={values.q}
            onChange={(q) => set({ q, page: '1' })}
          />
        }
        chips={values.q ? [{ key: 'q', label: values.q, onRemove: () => set({ q: '' }) }] : []}
        onResetFilters={() => set({ q: '' })}
        onPageChange={(page) => set({ page: String(page) })}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={32} stroke={1.5} />}
            title={t('organizations.empty')}
          />
        }
      />
      <EndSessions key={ending?.id} row={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

function useColumns(onEnd: (row: Row) => void) {
  const t = useText('admin')
  return [
    {
      accessor: 'name',
      title: t('organizations.name'),
      render: (row: Row) => (
        <>
          {row.name} {row.is_demo ? <Badge color="stone">{t('organizations.demo')}</Badge> : null}
        </>
      ),
    },
    { accessor: 'owner_email', title: t('organizations.owner') },
    { accessor: 'city_name', title: t('organizations.city') },
    {
      accessor: 'pos_count',
      title: t('organizations.pos'),
      textAlign: 'right' as const,
      render: ({ pos_count }: Row) => number(pos_count),
    },
    {
      accessor: 'buyers_count',
      title: t('organizations.buyers'),
      textAlign: 'right' as const,
      render: ({ buyers_count }: Row) => number(buyers_count),
    },
    {
      accessor: 'license',
      title: t('organizations.license'),
      render: (row: Row) => licenseOf(row, t),
    },
    {
      accessor: 'created_at',
      title: t('organizations.since'),
      noWrap: true,
      render: ({ created_at }: Row) => date(created_at),
    },
    {
      accessor: 'id',
      title: <span className="v-sr">{t('actions')}</span>,
      textAlign: 'right' as const,
      render: (row: Row) => <EndButton row={row} onEnd={onEnd} />,
    },
  ]
}

const cardOf = (row: Row, t: Text<'admin'>, onEnd: (row: Row) => void) => ({
  title: row.name,
  value: number(row.buyers_count),
  line: (
    <Group gap="xs">
      <span>{`${row.owner_email} · ${licenseOf(row, t)}`}</span>
      <EndButton row={row} onEnd={onEnd} />
    </Group>
  ),
})

function EndButton({ row, onEnd }: { row: Row; onEnd: (row: Row) => void }) {
  const t = useText('admin')
  return (
    <Button
      size="compact-md"
      variant="default"
      aria-label={`${t('organizations.end')}: ${row.name}`}
      onClick={() => onEnd(row)}
    >
      {t('organizations.end')}
    </Button>
  )
}

/** When an account may be stolen: its owner is signed out everywhere. */
function EndSessions({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const t = useText('admin')
  const [lost, setLost] = useState(false)
  const end = useMutation({
    mutationFn: (organization_id: string) =>
      call('POST /api/v1/admin/organizations/{organization_id}/end-sessions', {
        params: { organization_id },
        body: { second_factor: lost },
      }),
    onSuccess({ ended }) {
      onClose()
      toast.done(t('organizations.ended', { count: number(ended) }))
    },
  })
  return (
    <ConfirmDanger
      opened={row !== undefined}
      onClose={onClose}
      title={t('organizations.end_title', { email: row?.owner_email ?? '' })}
      verb={t('organizations.end')}
      pending={end.isPending}
      onConfirm={() => row && end.mutate(row.id)}
      {...(end.error && { error: problemSentence(end.error) })}
    >
      {t('organizations.end_text')}
      <Checkbox
        mt="md"
        label={t('factor.lost')}
        checked={lost}
        onChange={(event) => setLost(event.currentTarget.checked)}
      />
    </ConfirmDanger>
  )
}

function licenseOf({ license }: Row, t: Text<'admin'>): string {
  if (!license) return t('organizations.none')
  const words = { date: date(license.expires_at) }
  return t(license.is_trial ? 'organizations.trial' : 'organizations.paid', words)
}

import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import type { DataTableSortStatus } from 'mantine-datatable'
import { lazy, useState } from 'react'
import { type Address, type ChangeAddress, useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { type Chosen, readChosen, writeChosen } from '../../shell/segments/filter.ts'
import { resultQuery } from '../../shell/segments/queries.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { counted, relative } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { BonusChip } from '../../ui/bonus-chip.tsx'
import { DataPage, type FilterChip } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { WhenOpened } from '../../ui/when-opened.tsx'
import { buyerColumns, ColumnsMenu, nameOf, useHiddenColumns } from './buyer-columns.tsx'
import { type BuyerRow, buyersCountQuery, buyersQuery } from './queries.ts'
import { BulkButton, ListActions } from './list-tools.tsx'
import { SegmentBar, SegmentFigures } from './segment-bar.tsx'
import classes from './buyers.module.css'

const SegmentDrawer = lazy(() =>
  import('./segment-drawer.tsx').then((part) => ({ default: part.SegmentDrawer })),
)

const STATUSES = ['active', 'blocked', 'forgotten'] as const
const SORTS = [
  '-last_visit_at',
  'last_visit_at',
  '-joined_at',
  'joined_at',
  'name',
  '-name',
  '-balance',
  'balance',
  '-turnover',
  'turnover',
  '-receipts_count',
  'receipts_count',
] as const
/** What a phone offers: it has no headers to press. */
const SORTS_ON_PHONE = [
  '-last_visit_at',
  '-balance',
  '-turnover',
  '-receipts_count',
  '-joined_at',
  'name',
] as const

function askOf(address: Address) {
  return {
    q: address.q?.trim() || undefined,
    status: STATUSES.find((one) => one === address.status),
    tag: address.tag || undefined,
    sort: SORTS.find((one) => one === address.sort) ?? '-last_visit_at',
    page: Math.max(1, Number(address.page) || 1),
    limit: [25, 50, 100].find((one) => one === Number(address.limit)) ?? 50,
  }
}
type Asked = ReturnType<typeof askOf>

export function BuyersPage() {
  const [{ tab }] = useAddress()
  return (
    <WithOrganization>
      {(organization) =>
        tab === 'inbox' ? (
          <Navigate to="/organizations/buyers/inbox/$id" params={{ id: organization.id }} replace />
        ) : (
          <Buyers organization={organization} />
        )
      }
    </WithOrganization>
  )
}

/** Searches of a large shop are shown before all that they find is counted. */
const COUNT_UP_TO = 10_000

function useBuyers(organization_id: string, asked: Asked, enabled: boolean) {
  const ask = { ...asked, count_up_to: COUNT_UP_TO }
  const { data, ...query } = useQuery({ ...buyersQuery(organization_id, ask), enabled })
  const { data: total } = useQuery({
    ...buyersCountQuery(organization_id, asked),
    enabled: enabled && data?.more === true,
  })
  const counted = data?.more && total !== undefined ? { ...data, total, more: false } : data
  return { ...query, data: counted }
}

function Buyers({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  const shell = useText('shell')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const [hidden, setHidden] = useHiddenColumns()
  const [adding, dialog] = useDisclosure()
  const [ticked, setTicked] = useState<BuyerRow[]>([])
  const asked = askOf(address)
  const chosen = readChosen(address)
  const [building, builder] = useDisclosure()
  const { q, sort, page, limit } = asked
  const all = useBuyers(organization.id, asked, chosen === undefined)
  const found = useQuery({
    ...resultQuery(organization.id, chosen ?? { filter: {} }, { q, sort, page, limit }),
    enabled: chosen !== undefined,
  })
  const query = chosen === undefined ? all : found
  const choose = (next: typeof chosen) =>
    change(
      { ...writeChosen(next), status: undefined, tag: undefined, page: undefined },
      { step: true },
    )
  const open = (row: BuyerRow) =>
    void navigate({ href: paths.buyer_by_id(organization.id, row.id) })
  return (
    <>
      <PageHeader
        title={shell('page.buyers')}
        purpose={t('purpose')}
        actions={<ListActions organization={organization} adding={adding} dialog={dialog} />}
      />
      <SegmentBar
        organization={organization}
        chosen={chosen}
        onChoose={choose}
        onBuild={builder.open}
      />
      {chosen !== undefined && found.data ? (
        <SegmentFigures organization={organization} result={found.data} />
      ) : null}
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        columns={buyerColumns(t, organization, hidden)}
        rowId={(row) => row.id}
        card={(row) => cardOf(row, t)}
        onRowClick={open}
        selection={{
          chosen: ticked,
          onChange: setTicked,
          all: t('choose.all'),
          one: (row) => t('choose.one', { name: nameOf(row.name, t) }),
        }}
        filters={
          <>
            <SearchInput
              className={classes.search}
              label={t('search')}
              value={address.q ?? ''}
              onChange={(q) => change({ q, page: undefined })}
            />
            <Filters asked={asked} whole={chosen === undefined} onChange={change} />
            <ColumnsMenu hidden={hidden} onChange={setHidden} />
            <BulkButton
              organization={organization}
              ticked={ticked}
              onDone={() => setTicked([])}
              everybody={everybodyOf(asked, chosen, query.data)}
            />
          </>
        }
        chips={chipsOf(asked, change, t)}
        onResetFilters={() =>
          change({ q: undefined, status: undefined, tag: undefined, page: undefined })
        }
        empty={chosen === undefined ? <NoBuyers onAdd={dialog.open} /> : <NobodyFits />}
        sort={sortStatus(asked.sort)}
        onSortChange={({ columnAccessor, direction }) =>
          change({
            sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}`,
            page: undefined,
          })
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => change({ limit: String(limit), page: undefined })}
      />
      <WhenOpened opened={building}>
        <SegmentDrawer
          organization={organization}
          opened={building}
          chosen={chosen}
          onClose={builder.close}
          onChoose={choose}
        />
      </WhenOpened>
    </>
  )
}

/** Everybody whom the list shows; a search within a segment is of the page alone. */
function everybodyOf(
  { q, status, tag }: Asked,
  chosen: Chosen | undefined,
  found: { total: number; more?: boolean } | undefined,
) {
  if (chosen && q !== undefined) return null
  // Who acts on all of them is told how many they are, so it waits until they are counted.
  const total = found === undefined || found.more ? 0 : found.total
  return { whom: chosen ?? { list: { q, status, tag } }, total }
}

function sortStatus(sort: Asked['sort']): DataTableSortStatus<BuyerRow> {
  return {
    columnAccessor: sort.replace('-', ''),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
  }
}

function cardOf(row: BuyerRow, t: Text<'buyers'>) {
  const visit = row.last_visit_at
    ? t('visited', { when: relative(row.last_visit_at) })
    : t('no_visits')
  return {
    title: nameOf(row.name, t),
    value: <BonusChip size="sm">{counted('bonus', row.available)}</BonusChip>,
    line: [row.phone_masked, counted('receipt', row.receipts_count), visit]
      .filter(Boolean)
      .join(' · '),
  }
}

function chipsOf(asked: Asked, change: ChangeAddress, t: Text<'buyers'>): FilterChip[] {
  const chips: FilterChip[] = []
  const chip = (key: string, label: string) =>
    chips.push({ key, label, onRemove: () => change({ [key]: undefined, page: undefined }) })
  if (asked.q) chip('q', t('filter.search', { q: asked.q }))
  if (asked.status) chip('status', t(`status.${asked.status}`))
  if (asked.tag) chip('tag', t('filter.tag', { tag: asked.tag }))
  return chips
}

/** `whole`: of the whole list, not of a segment, which has its own conditions. */
type FiltersProps = { asked: Asked; whole: boolean; onChange: ChangeAddress }

function Filters({ asked, whole, onChange }: FiltersProps) {
  const t = useText('buyers')
  return (
    <>
      {whole ? (
        <NativeSelect
          size="md"
          aria-label={t('filter.status')}
          value={asked.status ?? ''}
          onChange={(event) => onChange({ status: event.currentTarget.value, page: undefined })}
          data={[
            { value: '', label: t('filter.status.any') },
            ...STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
          ]}
        />
      ) : null}
      <NativeSelect
        size="md"
        hiddenFrom="sm"
        aria-label={t('sort')}
        value={asked.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value, page: undefined })}
        data={SORTS_ON_PHONE.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      />
    </>
  )
}

function NobodyFits() {
  const t = useText('segments')
  return <EmptyState icon={<IconUsers size={32} stroke={1.5} />} title={t('found_none')} />
}

function NoBuyers({ onAdd }: { onAdd: () => void }) {
  const t = useText('buyers')
  return (
    <EmptyState
      icon={<IconUsers size={32} stroke={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <>
          <Button component={PageLink} href={paths.till}>
            {t('empty.till')}
          </Button>
          <Button variant="default" onClick={onAdd}>
            {t('add')}
          </Button>
        </>
      }
    />
  )
}

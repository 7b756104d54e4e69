/**
 * A list as people need it: filters as removable chips, a table that becomes cards on a phone, and
 * the four states that are never confused: loading, failed, nothing yet, nothing found.
 */
import { ActionIcon, Group, NativeSelect, Pill } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconFilterOff } from '@tabler/icons-react'
import {
  DataTable,
  type DataTableColumn,
  type DataTableProps,
  type DataTableSortStatus,
} from 'mantine-datatable'
import type { ReactNode } from 'react'
import classes from './data-page.module.css'
import { EmptyState } from './empty-state.tsx'
import { PageSwitch } from './page-switch.tsx'
import { ErrorCard } from './error-card.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { useWords } from './words.tsx'

type ListAnswer<T> = {
  items: T[]
  total: number
  /** There are more than `total`: they are not all counted. */
  more?: boolean
  page: number
  limit: number
}

/** A row on a phone: a title with a number at the right, and one line under them. */
export type RowCard = { title: ReactNode; value?: ReactNode; line?: ReactNode }

export type FilterChip = { key: string; label: string; onRemove: () => void }

type Props<T> = {
  /** Use `placeholderData: keepPreviousData`, so that a new page does not blink. */
  query: Pick<UseQueryResult<ListAnswer<T>>, 'data' | 'error' | 'isPending' | 'isFetching'> & {
    refetch: () => unknown
  }
  /** What is loading, in the accusative: «чеки». */
  what: string
  columns: DataTableColumn<T>[]
  rowId: (row: T) => string
  card: (row: T) => RowCard
  /** Row click = open. Give the first column a link as well: that one is for the keyboard. */
  onRowClick?: ((row: T) => void) | undefined
  /** The inputs of filters and search, above the table. */
  filters?: ReactNode
  /** The filters that are on; they also tell «nothing yet» from «nothing found». */
  chips?: FilterChip[]
  onResetFilters?: () => void
  /** Shown when the list is empty without any filter. */
  empty: ReactNode
  onPageChange?: (page: number) => void
  onLimitChange?: (limit: number) => void
  sort?: DataTableSortStatus<T>
  onSortChange?: (sort: DataTableSortStatus<T>) => void
  /** Rows that are ticked; on a phone there is nothing to tick. */
  selection?: {
    chosen: T[]
    onChange: (rows: T[]) => void
    /** What the boxes are called: the one of all, and of a row. */
    all: string
    one: (row: T) => string
  }
  /** A line of totals under the table. */
  totals?: ReactNode
  /** The sentence of an error in the reader's language. */
  sentence?: (error: unknown) => string
}

export function DataPage<T>(props: Props<T>) {
  const { query, filters, chips = [] } = props
  const nothingYet = query.data?.total === 0 && chips.length === 0
  return (
    <div className={classes.page}>
      {filters && !nothingYet ? <div className={classes.filters}>{filters}</div> : null}
      <Chips chips={chips} onReset={props.onResetFilters} />
      <Body {...props} />
    </div>
  )
}

function Chips({ chips, onReset }: { chips: FilterChip[]; onReset?: (() => void) | undefined }) {
  const { word } = useWords()
  if (chips.length === 0) return null
  return (
    <Group gap="xs">
      {chips.map(({ key, label, onRemove }) => (
        <Pill
          key={key}
          size="lg"
          withRemoveButton
          onRemove={onRemove}
          removeButtonProps={{
            'aria-label': word('ui.remove_filter', { name: label }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {label}
        </Pill>
      ))}
      {onReset ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={word('ui.reset_filters')}
          onClick={onReset}
        >
          <IconFilterOff size={18} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

function Body<T>(props: Props<T>) {
  const { word } = useWords()
  const { query, what, chips = [], empty, onResetFilters, sentence } = props
  if (query.error && !query.data) {
    return (
      <ErrorCard
        what={what}
        error={query.error}
        sentence={sentence?.(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.isPending || !query.data) return <TableSkeleton />
  if (query.data.items.length === 0 && chips.length === 0) {
    return <div className={classes.frame}>{empty}</div>
  }
  if (query.data.items.length === 0) {
    return (
      <div className={classes.frame}>
        <EmptyState
          icon={<IconFilterOff size={32} stroke={1.5} />}
          title={word('ui.no_match')}
          action={
            onResetFilters ? (
              <button type="button" className={classes.textButton} onClick={onResetFilters}>
                {word('ui.reset_filters')}
              </button>
            ) : undefined
          }
        />
      </div>
    )
  }
  return <Rows {...props} data={query.data} />
}

function Rows<T>(props: Props<T> & { data: ListAnswer<T> }) {
  const { data, query, columns, rowId, card, onRowClick, sort, onSortChange, totals } = props
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const { selection } = props
  const ticking = selection && {
    selectedRecords: selection.chosen,
    onSelectedRecordsChange: selection.onChange,
    allRecordsSelectionCheckboxProps: { 'aria-label': selection.all },
    getRecordSelectionCheckboxProps: (row: T) => ({ 'aria-label': selection.one(row) }),
  }
  const sorting = sort && onSortChange ? { sortStatus: sort, onSortStatusChange: onSortChange } : {}
  // The table's props are a large union that the compiler cannot follow through optional parts.
  const table = {
    idAccessor: rowId,
    records: data.items,
    columns,
    onRowClick: onRowClick && openRow(onRowClick),
    highlightOnHover: onRowClick !== undefined,
    verticalSpacing: 'sm',
    horizontalSpacing: 'md',
    backgroundColor: 'transparent',
    borderColor: 'var(--v-border)',
    rowBorderColor: 'var(--v-border)',
    minHeight: 0,
    // The library's 100 % would take the whole frame and push the totals out of sight.
    height: 'auto',
    ...sorting,
    ...ticking,
  } as DataTableProps<T>
  return (
    <>
      <div className={classes.frame} aria-busy={query.isFetching}>
        {query.isFetching ? <span className={classes.progress} aria-hidden /> : null}
        {narrow ? (
          <ul className={classes.cards}>
            {data.items.map((row) => (
              <Card
                key={rowId(row)}
                card={card(row)}
                onOpen={onRowClick && (() => onRowClick(row))}
              />
            ))}
          </ul>
        ) : (
          <DataTable {...table} />
        )}
        {totals ? <div className={classes.totals}>{totals}</div> : null}
      </div>
      <Pages {...props} />
    </>
  )
}

/** A click on the row opens it; a click on a control inside of it is that control's own. */
const openRow =
  <T,>(open: (row: T) => void) =>
  ({ record, event }: { record: T; event: { target: EventTarget } }) => {
    const onControl = (event.target as Element).closest('a, button, input, label, [role="menu"]')
    if (!onControl) open(record)
  }

function Card({ card, onOpen }: { card: RowCard; onOpen: (() => void) | undefined }) {
  const content = (
    <>
      <span className={classes.cardTitle}>{card.title}</span>
      <span className={classes.cardValue}>{card.value}</span>
      {card.line ? <span className={classes.cardLine}>{card.line}</span> : null}
    </>
  )
  return (
    <li>
      {onOpen ? (
        <button type="button" className={classes.card} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={classes.card}>{content}</div>
      )}
    </li>
  )
}

const LIMITS = ['25', '50', '100']

function Pages<T>({ data, onPageChange, onLimitChange }: Props<T> & { data: ListAnswer<T> }) {
  const { word, locale } = useWords()
  return (
    <div className={classes.pages}>
      <span className={classes.count}>
        {data.more
          ? word('ui.over_rows', { amount: data.total.toLocaleString(locale) })
          : word('ui.rows', { count: data.total })}
      </span>
      {onLimitChange && data.total > Number(LIMITS[0]) ? (
        <NativeSelect
          size="sm"
          aria-label={word('ui.records_per_page')}
          data={LIMITS.includes(String(data.limit)) ? LIMITS : [...LIMITS, String(data.limit)]}
          value={String(data.limit)}
          onChange={(event) => onLimitChange(Number(event.currentTarget.value))}
        />
      ) : null}
      {onPageChange ? <PageSwitch data={data} onChange={onPageChange} /> : null}
    </div>
  )
}

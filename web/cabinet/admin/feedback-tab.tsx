import { Badge, Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPhoneCall } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTime, phone } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { type FeedbackRow, feedbackQuery } from './queries.ts'

const STATES = ['open', 'done'] as const

/** Who asked to be called back, and what came of the calls. */
export function FeedbackTab() {
  const t = useText('admin')
  const { values, set } = useFilters({ tab: 'feedback', state: '', page: '1' })
  const state = STATES.find((one) => one === values.state)
  const query = useQuery(feedbackQuery(Number(values.page) || 1, state))
  const [answered, setAnswered] = useState<FeedbackRow>()
  const chip = state && {
    key: 'state',
    label: t(`feedback.${state}`),
    onRemove: () => set({ state: '' }),
  }
  return (
    <>
      <DataPage
        query={query}
        what={t('feedback.what')}
        sentence={problemSentence}
        rowId={({ id }) => id}
        columns={useColumns(setAnswered)}
        card={(row) => cardOf(row, t, setAnswered)}
        filters={
          <NativeSelect
            aria-label={t('feedback.state')}
            value={values.state}
            onChange={(event) => set({ state: event.currentTarget.value, page: '1' })}
            data={[
              { value: '', label: t('feedback.any') },
              ...STATES.map((value) => ({ value, label: t(`feedback.${value}`) })),
            ]}
          />
        }
        chips={chip ? [chip] : []}
        onResetFilters={() => set({ state: '' })}
        onPageChange={(page) => set({ page: String(page) })}
        empty={
          <EmptyState icon={<IconPhoneCall size={32} stroke={1.5} />} title={t('feedback.empty')} />
        }
      />
      <FeedbackDialog
        key={answered?.id}
        request={answered}
        onClose={() => setAnswered(undefined)}
      />
    </>
  )
}

const cardOf = (row: FeedbackRow, t: Words<'admin'>, onAnswer: (row: FeedbackRow) => void) => ({
  title: row.name || t('feedback.no_name'),
  value: <Call row={row} />,
  line: <CardLine row={row} onAnswer={onAnswer} />,
})

function useColumns(onAnswer: (row: FeedbackRow) => void) {
  const t = useText('admin')
  return [
    {
      accessor: 'name',
      title: t('feedback.name'),
      render: ({ name }: FeedbackRow) => name || t('feedback.no_name'),
    },
    {
      accessor: 'phone',
      title: t('feedback.phone'),
      noWrap: true,
      render: (row: FeedbackRow) => <Call row={row} />,
    },
    {
      accessor: 'created_at',
      title: t('feedback.when'),
      noWrap: true,
      render: ({ created_at }: FeedbackRow) => dateTime(created_at),
    },
    {
      accessor: 'done_at',
      title: t('feedback.state'),
      render: (row: FeedbackRow) => <State row={row} />,
    },
    { accessor: 'note', title: t('feedback.note') },
    {
      accessor: 'id',
      title: <span className="v-sr">{t('actions')}</span>,
      textAlign: 'right' as const,
      render: (row: FeedbackRow) => <Answer row={row} onAnswer={onAnswer} />,
    },
  ]
}

const Call = ({ row }: { row: FeedbackRow }) => <a href={`tel:${row.phone}`}>{phone(row.phone)}</a>

function State({ row: { done_at } }: { row: FeedbackRow }) {
  const t = useText('admin')
  const state = done_at === null ? 'open' : 'done'
  return <Badge color={state === 'open' ? 'blue' : 'spruce'}>{t(`feedback.${state}`)}</Badge>
}

function CardLine({ row, onAnswer }: { row: FeedbackRow; onAnswer: (row: FeedbackRow) => void }) {
  return (
    <Group gap="xs">
      <State row={row} />
      <span>{dateTime(row.created_at)}</span>
      {row.note ? <span>{row.note}</span> : null}
      <Answer row={row} onAnswer={onAnswer} />
    </Group>
  )
}

function Answer({ row, onAnswer }: { row: FeedbackRow; onAnswer: (row: FeedbackRow) => void }) {
  const t = useText('admin')
  return (
    <Button
      size="compact-md"
      variant={row.done_at === null ? 'filled' : 'default'}
      aria-label={`${t('feedback.answer')}: ${row.name || phone(row.phone)}`}
      onClick={() => onAnswer(row)}
    >
      {t('feedback.answer')}
    </Button>
  )
}

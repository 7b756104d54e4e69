import { useQuery } from '@tanstack/react-query'
import { IconPhoneCall } from '@tabler/icons-react'
import type { ItemOf } from '../../api/call.ts'
import { dateTime, phone } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { feedbackQuery } from './queries.ts'

/** Who asked to be called back. */
export function FeedbackTab() {
  const t = useText('admin')
  const { values, set } = useFilters({ tab: 'feedback', page: '1' })
  const query = useQuery(feedbackQuery(Number(values.page) || 1))
  return (
    <DataPage
      query={query}
      what={t('feedback.what')}
      sentence={problemSentence}
      rowId={({ id }) => id}
      columns={[
        {
          accessor: 'name',
          title: t('feedback.name'),
          render: ({ name }) => name || t('feedback.no_name'),
        },
        {
          accessor: 'phone',
          title: t('feedback.phone'),
          render: (row) => <a href={`tel:${row.phone}`}>{phone(row.phone)}</a>,
        },
        {
          accessor: 'created_at',
          title: t('feedback.when'),
          render: ({ created_at }) => dateTime(created_at),
        },
      ]}
      card={(row) => cardOf(row, t)}
      onPageChange={(page) => set({ page: String(page) })}
      empty={
        <EmptyState icon={<IconPhoneCall size={32} stroke={1.5} />} title={t('feedback.empty')} />
      }
    />
  )
}

type Row = ItemOf<'GET /api/v1/admin/feedback'>

const cardOf = (row: Row, t: Text<'admin'>) => ({
  title: row.name || t('feedback.no_name'),
  value: <a href={`tel:${row.phone}`}>{phone(row.phone)}</a>,
  line: dateTime(row.created_at),
})

/** What the program cost and what it brought; members beside the others. Read after the figures. */
import { Card, Skeleton, Table, Title, Tooltip } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type AskOf, call } from '../../api/call.ts'
import { money, moneyWhole, number, percent } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import classes from './overview.module.css'

type Ask = AskOf<'GET /api/v1/stats/program_report'>['query']

const programQuery = (ask: Ask) =>
  queryOptions({
    queryKey: ['dashboard', ask.organization_id, 'program', ask],
    queryFn: ({ signal }) => call('GET /api/v1/stats/program_report', { query: ask, signal }),
    placeholderData: keepPreviousData,
  })

export function ProgramCard({ ask, compare }: { ask: Ask; compare: boolean }) {
  const t = useText('overview')
  const query = useQuery(programQuery(ask))
  const { data } = query
  if (query.error && !data) {
    return (
      <ErrorCard
        what={t('program.what')}
        error={query.error}
        sentence={problemSentence(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!data) return <Skeleton h={320} radius="lg" />
  const { currency, previous, cost, repeat_paid } = data
  const before = (value: string) => (compare ? t('program.before', { value }) : '')
  const share = (value: number | null) => (value === null ? '—' : percent(value, 0))
  const sides = ['members', 'others'] as const
  return (
    <Card component="section" aria-busy={query.isPlaceholderData}>
      <Title order={2} size="h3" mb="md">
        {t('program.title')}
      </Title>
      <div className={classes.flow}>
        <Figure
          term={t('program.repeat')}
          definition={t('program.repeat.definition')}
          value={moneyWhole(repeat_paid, currency)}
          note={before(moneyWhole(previous.repeat_paid, currency))}
        />
        <Figure
          term={t('program.cost')}
          definition={t('program.cost.definition', {
            bonuses: number(data.bonuses),
            discounts: money(data.discounts, currency),
          })}
          value={moneyWhole(cost, currency)}
          note={before(moneyWhole(previous.cost, currency))}
        />
      </div>
      {cost > 0 ? (
        <p className={classes.note}>
          {t('program.per_unit', {
            unit: moneyWhole(1, currency),
            amount: money(Math.round((repeat_paid / cost) * 100) / 100, currency),
          })}
        </p>
      ) : null}
      <Table mt="md" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('program.col')}</Table.Th>
            <Table.Th ta="right">{t('pos.receipts')}</Table.Th>
            <Table.Th ta="right">{t('pos.turnover')}</Table.Th>
            <Table.Th ta="right">{t('program.col.average')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sides.map((side) => (
            <Table.Tr key={side}>
              <Table.Td>{t(`program.${side}`)}</Table.Td>
              <Table.Td ta="right">{number(data[side].receipts)}</Table.Td>
              <Table.Td ta="right">{moneyWhole(data[side].paid, currency)}</Table.Td>
              <Table.Td ta="right">
                {data[side].average === null ? '—' : money(data[side].average, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className={classes.note}>
        {[
          `${t('program.share')}: ${share(data.members_share)}`,
          before(share(previous.members_share)),
          t('program.note'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Card>
  )
}

type FigureProps = { term: string; definition: string; value: string; note: string }

function Figure({ term, definition, value, note }: FigureProps) {
  return (
    <div className={classes.bar}>
      <Tooltip label={definition} multiline maw={280}>
        <button
          type="button"
          className={classes.term}
          style={{ textAlign: 'start' }}
          aria-label={`${term}: ${definition}`}
        >
          {term}
        </button>
      </Tooltip>
      <strong className="v-tabular">{value}</strong>
      {note ? <span className={classes.note}>{note}</span> : null}
    </div>
  )
}

/** What reports begin with: their period, their columns, and filters kept by name. */
import { Button, Card, Group, NativeSelect, Stack, Text as Line, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import { type Text, useText } from '../../text/text.ts'
import { ColumnChoices } from '../../ui/column-choices.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { useWords } from '../../ui/words.tsx'
import { type ReportOptions, useSaveOptions } from './options-queries.ts'
import classes from './reports.module.css'

type Column = ReportOptions['hidden_columns'][number]
type Report = ReportOptions['presets'][number]['report']

const titles: Record<Column, Parameters<Text<'reports'>>[0]> = {
  'receipts.pos_name': 'col.pos',
  'receipts.buyer_name': 'col.buyer',
  'receipts.gross': 'col.gross',
  'receipts.bonuses_spent': 'col.spent',
  'receipts.to_pay': 'col.paid',
  'receipts.accrual': 'col.accrued',
  'receipts.status': 'col.status',
  'transactions.kind': 'col.kind',
  'transactions.balance_after': 'col.after',
  'transactions.pos_name': 'col.where_who',
  'period.receipts': 'col.receipts',
  'period.buyers': 'col.buyers',
  'period.new_buyers': 'col.new',
  'period.turnover': 'col.turnover',
  'period.spent': 'col.spent',
  'period.accrued': 'col.accrued',
  'period.expired': 'col.expired',
  'period.repeat_share': 'col.repeat',
  'period.average_receipt': 'col.average',
}
const COLUMNS = Object.keys(titles) as Column[]
const PERIODS = ['today', 'week', 'days30', 'month', 'year'] as const
const REPORTS: readonly Report[] = ['receipts', 'transactions', 'period']

type Props = { organization: Organization; options: ReportOptions }

export function Begin({ organization, options }: Props) {
  const t = useText('audit')
  const { word } = useWords()
  const { default_period, hidden_columns, presets } = options
  const save = useSaveOptions(organization.id, options)
  const [shown, choose] = useChoice({ default_period, hidden_columns, presets })
  const change = (changes: Partial<typeof shown>) => choose(changes, save.mutateAsync(changes))
  return (
    <Card component="section">
      <Stack gap="lg">
        <NativeSelect
          size="md"
          maw={280}
          label={t('options.period')}
          value={shown.default_period}
          onChange={(event) => {
            const period = PERIODS.find((one) => one === event.currentTarget.value)
            if (period) change({ default_period: period })
          }}
          data={PERIODS.map((one) => ({ value: one, label: word(`ui.period.${one}`) }))}
        />
        <Columns
          hidden={shown.hidden_columns}
          onChange={(hidden) => change({ hidden_columns: hidden })}
        />
        <Presets presets={shown.presets} onChange={(kept) => change({ presets: kept })} />
      </Stack>
    </Card>
  )
}

type ColumnsProps = { hidden: Column[]; onChange: (hidden: Column[]) => void }

function Columns({ hidden, onChange }: ColumnsProps) {
  const t = useText('audit')
  const reports = useText('reports')
  const shell = useText('shell')
  return (
    <section>
      <Title order={2} size="h3">
        {t('options.columns')}
      </Title>
      <Line c="dimmed" size="sm" mb="sm">
        {t('options.columns.hint')}
      </Line>
      <Stack gap="md">
        {REPORTS.map((report) => (
          <fieldset key={report} className={classes.plain}>
            <legend>{shell(`page.${report}`)}</legend>
            <Group gap="md">
              <ColumnChoices
                columns={COLUMNS.filter((column) => column.startsWith(`${report}.`)).map(
                  (column) => ({ column, label: reports(titles[column]) }),
                )}
                hidden={hidden}
                onChange={onChange}
              />
            </Group>
          </fieldset>
        ))}
      </Stack>
    </section>
  )
}

type Presets = ReportOptions['presets']

function Presets({
  presets,
  onChange,
}: {
  presets: Presets
  onChange: (presets: Presets) => void
}) {
  const t = useText('audit')
  const shell = useText('shell')
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('options.presets')}
      </Title>
      {presets.length === 0 ? <Line c="dimmed">{t('options.presets.none')}</Line> : null}
      <Stack gap="xs">
        {presets.map((preset) => (
          <Group key={`${preset.report} ${preset.name}`} justify="space-between" wrap="nowrap">
            <span>
              {preset.name}
              <br />
              <span className={classes.small}>{shell(`page.${preset.report}`)}</span>
            </span>
            <Button
              variant="subtle"
              aria-label={t('options.presets.delete', { name: preset.name })}
              onClick={() => onChange(presets.filter((one) => one !== preset))}
            >
              <IconTrash size={20} stroke={1.75} />
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  )
}

/** Reports that leave by e-mail: the list of them, and one more. */
import { Alert, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { SCHEDULES_MAX } from '#contract/limits.ts'
import { type AskOf, call } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { dateTime, day } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { useChoice } from '../../ui/use-choice.ts'
import { type ReportOptions, takeOptions } from './options-queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import classes from './reports.module.css'

type Schedule = ReportOptions['schedules'][number]
type Changes = AskOf<'PATCH /api/v1/stats/schedules/{schedule_id}'>['body']
type Props = { organization: Organization; options: ReportOptions }

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export function Schedules({ organization, options }: Props) {
  const t = useText('audit')
  const { schedules } = options
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="xs">
        {t('schedule.title')}
      </Title>
      <Text mb="md">{t('schedule.text')}</Text>
      <Stack gap="md">
        {schedules.length === 0 ? <Text c="dimmed">{t('schedule.none')}</Text> : null}
        {schedules.map((schedule) => (
          <Row key={schedule.id} organization={organization} schedule={schedule} />
        ))}
        {schedules.length < SCHEDULES_MAX ? (
          <ScheduleForm key={schedules.length} organization={organization} />
        ) : (
          <Text>{t('schedule.count', { count: SCHEDULES_MAX })}</Text>
        )}
      </Stack>
    </Card>
  )
}

function Row({ organization, schedule }: { organization: Organization; schedule: Schedule }) {
  const t = useText('audit')
  const { id: organization_id, timezone } = organization
  const { id: schedule_id, last, next_at } = schedule
  const ask = { params: { schedule_id }, query: { organization_id } }
  const [shown, choose] = useChoice({ enabled: schedule.enabled })
  const change = useMutation({
    scope: { id: `report schedule ${schedule_id}` },
    mutationFn: (body: Changes | null) =>
      body === null
        ? call('DELETE /api/v1/stats/schedules/{schedule_id}', ask)
        : call('PATCH /api/v1/stats/schedules/{schedule_id}', { ...ask, body }),
    onSuccess: (fresh) => void takeOptions(organization_id, fresh),
    onError: (error) => void toast.problem(error),
  })
  const report = t(`report.${schedule.report}`)
  const times = [
    next_at ? t('schedule.next', { at: dateTime(next_at, timezone) }) : '',
    last ? t('schedule.last', { from: day(last.start_date), to: day(last.end_date) }) : '',
  ]
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" className={classes.schedule}>
      <Switch
        checked={shown.enabled}
        aria-label={t('schedule.on', { report })}
        onChange={(event) => {
          const enabled = event.currentTarget.checked
          choose({ enabled }, change.mutateAsync({ enabled }))
        }}
      />
      <div className={classes.grow}>
        <div>
          {[
            report,
            schedule.format.toUpperCase(),
            t(`schedule.every.${schedule.every}`),
            hourText(schedule.hour),
          ].join(' · ')}
        </div>
        <div className={classes.small}>{schedule.emails.join(', ')}</div>
        <div className={classes.small}>{times.filter(Boolean).join(' · ')}</div>
        {change.error ? <Alert color="red">{problemSentence(change.error)}</Alert> : null}
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        loading={change.isPending}
        aria-label={t('schedule.delete.of', { report })}
        onClick={() => change.mutate(null)}
      >
        {t('schedule.delete')}
      </Button>
    </Group>
  )
}

/** One more report by e-mail. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SCHEDULE_EMAILS_MAX } from '#contract/limits.ts'
import { type AskOf, call } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useUser } from '../../shell/session.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { takeOptions } from './options-queries.ts'
import classes from './reports.module.css'

type Ask = AskOf<'POST /api/v1/stats/schedules'>['body']

const REPORTS = ['period', 'receipts', 'transactions', 'accounts', 'audit'] as const
const STEPS = ['day', 'week', 'month'] as const
const FORMATS = ['xlsx', 'csv'] as const
const HOURS = Array.from({ length: 24 }, (_none, hour) => hour)
const text = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export function ScheduleForm({ organization }: { organization: Organization }) {
  const t = useText('audit')
  const user = useUser()
  const { id: organization_id } = organization
  const [ask, setAsk] = useState<Omit<Ask, 'emails' | 'enabled'>>({
    ...{ report: 'period', format: 'xlsx', every: 'day', hour: 9 },
  })
  const [emails, setEmails] = useState(user?.email ?? '')
  const add = useMutation({
    mutationFn: () =>
      call('POST /api/v1/stats/schedules', {
        query: { organization_id },
        body: { ...ask, emails: emails.split(/[\s,;]+/u).filter(Boolean), enabled: true },
      }),
    onSuccess(fresh) {
      toast.done(t('schedule.added'))
      takeOptions(organization_id, fresh)
    },
  })
  const refused = add.error ? codeOf(add.error) : ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} className={classes.narrow}>
      <NativeSelect
        size="md"
        label={t('schedule.report')}
        value={ask.report}
        onChange={(event) => set({ report: one(REPORTS, event.currentTarget.value) })}
        data={REPORTS.map((value) => ({ value, label: t(`report.${value}`) }))}
      />
      <NativeSelect
        size="md"
        label={t('schedule.format')}
        value={ask.format}
        onChange={(event) => set({ format: one(FORMATS, event.currentTarget.value) })}
        data={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <NativeSelect
        size="md"
        label={t('schedule.every')}
        value={ask.every}
        onChange={(event) => set({ every: one(STEPS, event.currentTarget.value) })}
        data={STEPS.map((value) => ({ value, label: t(`schedule.every.${value}`) }))}
      />
      <NativeSelect
        size="md"
        label={t('schedule.hour')}
        value={String(ask.hour)}
        onChange={(event) => set({ hour: Number(event.currentTarget.value) })}
        data={HOURS.map((hour) => ({ value: String(hour), label: text(hour) }))}
      />
      <TextInput
        className={classes.grow}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        required
        label={t('schedule.emails')}
        description={t('schedule.emails.hint', { count: SCHEDULE_EMAILS_MAX })}
        maxLength={1000}
        value={emails}
        onChange={(event) => setEmails(event.currentTarget.value)}
      />
      <Button type="submit" loading={add.isPending}>
        {t('schedule.add')}
      </Button>
      {add.error ? (
        <Text role="alert" c="kalyna" size="sm">
          {refused === 'not_allowed' ? t('schedule.confirm') : problemSentence(add.error)}
        </Text>
      ) : null}
    </form>
  )

  function set(changes: Partial<typeof ask>) {
    setAsk((before) => ({ ...before, ...changes }))
  }
}

/** The one of a list that a select says. */
const one = <T extends string>(all: readonly [T, ...T[]], value: string): T =>
  all.find((each) => each === value) ?? all[0]

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

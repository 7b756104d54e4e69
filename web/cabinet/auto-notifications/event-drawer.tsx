/** One notification: its hour, its words, what comes with it, and how it will look. */
import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { eventOf } from '#contract/notification-events.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { Toggle } from '../../ui/choices.tsx'
import { LeaveGuard } from '../../ui/form-page.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Pair } from '../../ui/section.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { type Notification, useSave } from './queries.ts'
import { type FieldsProps, MoreFields } from './more-fields.tsx'
import { Preview } from './preview.tsx'
import { TemplateFields } from './template-fields.tsx'
import { lookOf, toValues, toWire, type Values } from './values.ts'

type Props = {
  organization: Organization
  notification: Notification | undefined
  /** `sure`: what was typed is saved. */
  onClose: (sure: boolean) => void
}

export function EventDrawer({ organization, notification, onClose }: Props) {
  const t = useText('auto')
  return (
    <Drawer
      opened={notification !== undefined}
      onClose={() => onClose(false)}
      size={640}
      title={notification ? t(`event.${notification.code}`) : ''}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {notification ? (
        // A form is born with one version; another version makes another form.
        <EventForm
          key={`${notification.code} ${notification.version}`}
          organization={organization}
          notification={notification}
          onClose={onClose}
        />
      ) : null}
    </Drawer>
  )
}

type FormProps = Pick<Props, 'organization' | 'onClose'> & { notification: Notification }

function EventForm({ organization, notification, onClose }: FormProps) {
  const t = useText('auto')
  const [values, setValues] = useState(() => toValues(notification))
  const dirty = JSON.stringify(values) !== JSON.stringify(toValues(notification))
  const [language, setLanguage] = useState<keyof Values['texts']>('all')
  const save = useSave(organization.id)
  const change = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }))
  const errors = save.error ? fieldSentences(save.error) : {}
  const { code } = notification
  const fields = { organization, values, notification, errors, change }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { code, ...toWire(values, notification) },
          {
            onSuccess() {
              toast.done(t('saved'))
              onClose(true)
            },
          },
        )
      }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(`hint.${eventOf(code).about}`)}
        </Text>
        <HourFields {...fields} />
        <MoreFields {...fields} />
        <TemplateFields
          notification={notification}
          texts={values.texts}
          language={language}
          error={errors[`texts.${language}`]}
          onLanguage={setLanguage}
          onChange={(texts) => change({ texts })}
        />
        <Preview
          organization={organization}
          notification={notification}
          language={language === 'all' ? 'ua-UA' : language}
          text={values.texts[language] ?? values.texts.all ?? null}
          bonus={values.bonus}
          look={lookOf(values)}
        />
        <Text role="alert" size="sm" c="kalyna">
          {save.error && Object.keys(errors).length === 0 ? problemSentence(save.error) : ''}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={dirty && !save.isPending} />
    </form>
  )
}

/** When, from how many bonuses on, and what is given with it: only what this event has. */
function HourFields({ values, notification, errors, change }: FieldsProps) {
  const t = useText('auto')
  const event = eventOf(notification.code)
  return (
    <>
      <Toggle label={t('on')} value={values.on} onChange={(on) => change({ on })} />
      {event.when || event.min_amount !== undefined ? (
        <Pair>
          {event.when ? (
            <WholeInput
              label={t(`when.${event.when.unit}`)}
              unit={t(`unit.${event.when.unit}`)}
              value={values.when}
              error={errors['when']}
              onChange={(when) => change({ when })}
            />
          ) : null}
          {event.min_amount === undefined ? null : (
            <MoneyInput
              label={t('min_amount')}
              unit="◐"
              value={values.min_amount}
              error={errors['min_amount']}
              onChange={(min_amount) => change({ min_amount })}
            />
          )}
        </Pair>
      ) : null}
      {event.gives ? (
        <Pair>
          <MoneyInput
            label={t('bonus')}
            description={t('bonus.hint')}
            unit="◐"
            value={values.bonus}
            error={errors['bonus']}
            onChange={(bonus) => change({ bonus })}
          />
          <WholeInput
            label={t('bonus_days')}
            unit={t('unit.days_after')}
            value={values.bonus_days}
            error={errors['bonus_days']}
            onChange={(bonus_days) => change({ bonus_days })}
          />
        </Pair>
      ) : null}
      {event.stops ? (
        <Toggle label={t('stops')} value={values.stops} onChange={(stops) => change({ stops })} />
      ) : null}
    </>
  )
}

/** What the bot says and offers; saved over the version it was read with. */
import { Checkbox, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { normalizePhone } from '#contract/phone.ts'
import { isReviewLink, REVIEW_LINK_MAX } from '#contract/review-link.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { type Text as Words, useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import classes from './bots.module.css'
import { HoursFields, usualWeek, type Week } from './hours-fields.tsx'
import { type Bot, takeBot, useSaveBot } from './queries.ts'

const lines = [
  'card',
  'balance',
  'history',
  'promotions',
  'news',
  'points',
  'invite',
  'contact',
  'settings',
] as const
/** The card and the balance are what the bot is for. */
const always = new Set<string>(['card', 'balance'])

type Values = {
  name: string
  greeting: string
  menu: Bot['menu']
  phone: string
  username: string
  review: string
  hours: Week | null
}

const toValues = (bot: Bot): Values => ({
  name: bot.name,
  greeting: bot.greeting,
  menu: bot.menu,
  phone: bot.contact.phone ?? '',
  username: bot.contact.username ?? '',
  review: bot.review_url ?? '',
  hours: bot.working_hours,
})

function changesOf(values: Values, stored: Bot) {
  const before = toValues(stored)
  const same = (name: keyof Values) => JSON.stringify(values[name]) === JSON.stringify(before[name])
  const contact = {
    phone: values.phone.trim() === '' ? null : values.phone,
    username: values.username.trim() === '' ? null : values.username.trim().replace(/^@/, ''),
  }
  return {
    ...(same('name') ? {} : { name: values.name }),
    ...(same('greeting') ? {} : { greeting: values.greeting }),
    ...(same('menu') ? {} : { menu: values.menu }),
    ...(same('phone') && same('username') ? {} : { contact }),
    ...(same('review') ? {} : { review_url: values.review.trim() || null }),
    ...(same('hours') ? {} : { working_hours: values.hours }),
  }
}

function validate(values: Values, t: Words<'bots'>) {
  const phone = values.phone.trim()
  const username = values.username.trim().replace(/^@/, '')
  return {
    name: values.name.trim().length < 2 ? t('error.name') : null,
    phone: phone !== '' && normalizePhone(phone) === null ? t('error.phone') : null,
    review:
      values.review.trim() !== '' && !isReviewLink(values.review.trim()) ? t('error.review') : null,
    username: username !== '' && !/^\w{4,32}$/.test(username) ? t('error.username') : null,
  }
}

export function BotForm({ bot }: { bot: Bot }) {
  const t = useText('bots')
  const { form, page } = useStoredForm<Bot, Values>({
    name: `bot ${bot.id}`,
    stored: bot,
    toValues,
    validate: (values) => validate(values, t),
    changesOf: (values) => changesOf(values, bot),
    save: useSaveBot(bot),
    onSaved: () => void toast.done(t('saved')),
    take: takeBot,
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
  })
  const { menu, hours } = form.values
  const toggle = (line: Bot['menu'][number], on: boolean) =>
    form.setFieldValue(
      'menu',
      lines.filter((one) => (one === line ? on : menu.includes(one))),
    )
  return page(
    <>
      <Section title={t('section.words')}>
        <TextInput
          label={t('field.name')}
          description={t('field.name_hint')}
          maxLength={60}
          required
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('field.greeting')}
          description={t('field.greeting_hint')}
          autosize
          minRows={3}
          maxLength={500}
          {...form.getInputProps('greeting')}
        />
      </Section>
      <Section title={t('section.menu')}>
        <div className={classes.menu}>
          {lines.map((line) => (
            <Checkbox
              key={line}
              label={t(`menu.${line}`)}
              checked={menu.includes(line)}
              disabled={always.has(line)}
              onChange={(event) => toggle(line, event.currentTarget.checked)}
            />
          ))}
        </div>
      </Section>
      <Section title={t('section.contact')}>
        <Text c="dimmed">{t('contact.text')}</Text>
        <Pair>
          <PhoneInput label={t('field.phone')} {...form.getInputProps('phone')} />
          <TextInput
            label={t('field.username')}
            placeholder="@kava_na_rozi"
            maxLength={33}
            {...form.getInputProps('username')}
          />
        </Pair>
        <TextInput
          label={t('field.review')}
          description={t('field.review_hint')}
          placeholder="https://g.page/r/…/review"
          inputMode="url"
          maxLength={REVIEW_LINK_MAX}
          {...form.getInputProps('review')}
        />
        <Stack gap="xs">
          <Switch
            label={t('hours.on')}
            checked={hours !== null}
            onChange={(event) =>
              form.setFieldValue('hours', event.currentTarget.checked ? usualWeek() : null)
            }
          />
          {hours ? (
            <HoursFields value={hours} onChange={(week) => form.setFieldValue('hours', week)} />
          ) : null}
        </Stack>
      </Section>
    </>,
  )
}

function differencesOf(mine: Values, theirs: Values, t: Words<'bots'>) {
  const shown = (values: Values) => ({
    'field.name': values.name,
    'field.greeting': values.greeting,
    'section.menu': values.menu.map((line) => t(`menu.${line}`)).join(', '),
    'field.phone': values.phone,
    'field.username': values.username,
    'field.review': values.review,
    'hours.on': (values.hours ?? []).map((day) => (day ? `${day.from}–${day.to}` : '—')).join(' '),
  })
  const [ours, other] = [shown(mine), shown(theirs)]
  const names = Object.keys(ours) as (keyof typeof ours)[]
  return names
    .filter((name) => ours[name] !== other[name])
    .map((name) => ({ label: t(name), mine: ours[name], theirs: other[name] }))
}

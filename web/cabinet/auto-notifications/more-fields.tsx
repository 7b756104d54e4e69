/** What else may be set of a notification: its days and hours, whom it is for, what it shows. */
import { MultiSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { POST_BUTTON_MAX } from '#contract/limits.ts'
import {
  eventOf,
  isOfPlace,
  isPlanned,
  mayBeRarer,
  mayBeTried,
  type NotificationEvent,
} from '#contract/notification-events.ts'
import { ButtonLeadsTo, ButtonProduct } from '../../shell/button-leads-to.tsx'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { segmentsQuery } from '../../shell/segments/queries.ts'
import { botsQuery } from '../../shell/shop-bots.ts'
import { number } from '../../text/format.ts'
import { currentLocale, useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { Pair } from '../../ui/section.tsx'
import { WeekdayChips } from '../../ui/weekday-chips.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import type { Notification } from './queries.ts'
import type { Values } from './values.ts'

export type FieldsProps = {
  organization: Organization
  values: Values
  notification: Notification
  errors: Record<string, string>
  change: (changes: Partial<Values>) => void
}
type PartProps = FieldsProps & { event: NotificationEvent }

export function MoreFields(props: FieldsProps) {
  const event = eventOf(props.notification.code)
  return (
    <>
      {isPlanned(event) ? <Hours {...props} /> : null}
      {event.about === 'rating' ? <Scale {...props} /> : null}
      <Whom {...props} event={event} />
      <HowOften {...props} event={event} />
      <Look {...props} />
      {mayBeTried(event) ? <Trial {...props} /> : null}
    </>
  )
}

function Hours({ values, errors, change }: FieldsProps) {
  const t = useText('auto')
  return (
    <>
      <WeekdayChips
        label={t('weekdays')}
        description={t('weekdays.hint')}
        locale={currentLocale()}
        value={values.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <Pair>
        {(['window_from', 'window_to'] as const).map((name) => (
          <TextInput
            key={name}
            type="time"
            label={t(name)}
            value={values[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
      </Pair>
    </>
  )
}

function Whom({ organization, event, values, errors, change }: PartProps) {
  const t = useText('auto')
  const bots = useQuery(botsQuery(organization.id)).data?.items ?? []
  const segments = useQuery(segmentsQuery(organization.id)).data?.items ?? []
  const points = useQuery(pointsQuery(organization.id)).data?.items ?? []
  return (
    <Pair>
      {bots.length > 1 || values.bot_id !== '' ? (
        <Pick
          label={t('bot')}
          options={[
            { value: '', label: t('bot.any') },
            ...bots.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.bot_id}
          error={errors['bot_id']}
          onChange={(bot_id) => change({ bot_id })}
        />
      ) : null}
      {isPlanned(event) && (segments.length > 0 || values.segment_id !== '') ? (
        <Pick
          label={t('segment')}
          options={[
            { value: '', label: t('segment.all') },
            ...segments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.segment_id}
          error={errors['segment_id']}
          onChange={(segment_id) => change({ segment_id })}
        />
      ) : null}
      {isOfPlace(event) && (points.length > 1 || values.pos_ids.length > 0) ? (
        <MultiSelect
          label={t('points')}
          placeholder={values.pos_ids.length > 0 ? undefined : t('points.all')}
          data={points.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.pos_ids}
          error={errors['pos_ids']}
          onChange={(pos_ids) => change({ pos_ids })}
        />
      ) : null}
    </Pair>
  )
}

function Scale({ values, errors, change }: FieldsProps) {
  const t = useText('auto')
  return (
    <Pick
      label={t('scale')}
      options={(['stars', 'nps'] as const).map((value) => ({ value, label: t(`scale.${value}`) }))}
      value={values.scale}
      error={errors['scale']}
      onChange={(scale) => change({ scale })}
    />
  )
}

const MESSENGERS = ['telegram', 'viber'] as const
const PRIORITIES = ['1', '2', '3'] as const

/** In which messengers, how often to one buyer, and what gives way to what. */
function HowOften({ event, values, errors, change }: PartProps) {
  const t = useText('auto')
  const [only = '', other] = values.messengers
  return (
    <Pair>
      <Pick
        label={t('messengers')}
        options={[
          { value: '', label: t('messengers.any') },
          ...MESSENGERS.map((value) => ({ value, label: t(`messengers.${value}`) })),
        ]}
        value={other ? '' : only}
        error={errors['messengers']}
        onChange={(value) => change({ messengers: value === '' ? [] : [value] })}
      />
      {mayBeRarer(event) ? (
        <WholeInput
          label={t('cap_days')}
          description={t('cap_days.hint')}
          unit={t('unit.days_after')}
          value={values.cap_days}
          error={errors['cap_days']}
          onChange={(cap_days) => change({ cap_days })}
        />
      ) : null}
      {mayBeTried(event) ? (
        <Pick
          label={t('priority')}
          options={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={String(values.priority) as (typeof PRIORITIES)[number]}
          error={errors['priority']}
          onChange={(priority) => change({ priority: Number(priority) })}
        />
      ) : null}
    </Pair>
  )
}

function Look({ organization, values, errors, change }: FieldsProps) {
  const t = useText('auto')
  return (
    <>
      <OrganizationImage
        organization_id={organization.id}
        label={t('image')}
        shape="whole"
        value={values.image}
        error={errors['image']}
        onChange={(image) => change({ image })}
      />
      <Pair>
        <TextInput
          label={t('button_text')}
          maxLength={POST_BUTTON_MAX}
          value={values.button_text}
          error={errors['button_text']}
          onChange={({ currentTarget }) => change({ button_text: currentTarget.value })}
        />
        <ButtonLeadsTo
          value={values.button_leads_to}
          error={errors['button_leads_to']}
          onChange={change}
        />
      </Pair>
      {values.button_leads_to === 'url' ? (
        <TextInput
          label={t('button_url')}
          type="url"
          inputMode="url"
          value={values.button_url}
          error={errors['button_url']}
          onChange={({ currentTarget }) => change({ button_url: currentTarget.value })}
        />
      ) : null}
      {values.button_leads_to === 'product' ? (
        <ButtonProduct
          organization_id={organization.id}
          value={values.button_product_id}
          error={errors['button_product_id']}
          onChange={change}
        />
      ) : null}
    </>
  )
}

function Trial({ notification, values, errors, change }: FieldsProps) {
  const t = useText('auto')
  const { trial } = notification
  return (
    <>
      <WholeInput
        label={t('control')}
        description={t('control.hint')}
        unit="%"
        value={values.control_percent}
        error={errors['control_percent']}
        onChange={(control_percent) => change({ control_percent })}
      />
      {trial ? (
        <Text size="sm" c="dimmed">
          {t('control.result', {
            bought: number(trial.told.bought),
            told: number(trial.told.buyers),
            left_bought: number(trial.control.bought),
            left: number(trial.control.buyers),
          })}
        </Text>
      ) : null}
    </>
  )
}

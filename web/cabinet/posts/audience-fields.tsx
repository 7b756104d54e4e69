/** Whom a mailing is for: everybody, a ready or a saved segment, or conditions of one's own. */
import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { AnswerOf } from '../../api/call.ts'
import { counted } from '../../text/format.ts'
import { botsQuery } from '../../shell/shop-bots.ts'
import { useText } from '../../text/text.ts'
import { ALL, type MailingValues, OWN, presetValue } from './mailing-values.ts'

// Most mailings are for a segment that is there.
const FilterEditor = lazy(async () => ({
  default: (await import('../../shell/segments/filter-editor.tsx')).FilterEditor,
}))

export type Segments = AnswerOf<'POST /api/v1/segmentations/get_segmentations_list'>
type Props = {
  form: UseFormReturnType<MailingValues>
  organization_id: string
  segments: Segments
}

export function AudienceFields({ form, organization_id, segments }: Props) {
  const t = useText('mailings')
  const names = useText('segments')
  const { audience, filters } = form.values
  return (
    <>
      <NativeSelect
        label={t('field.audience')}
        {...form.getInputProps('audience')}
        data={[
          { value: ALL, label: t('audience.all') },
          {
            group: t('audience.ready'),
            items: segments.presets
              .filter(({ code }) => code !== 'no_messenger')
              .map(({ code }) => ({ value: presetValue(code), label: names(`preset.${code}`) })),
          },
          ...(segments.items.length > 0
            ? [
                {
                  group: t('audience.saved'),
                  items: segments.items.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
          { value: OWN, label: t('audience.own') },
        ]}
      />
      {audience === OWN && filters.buyer_ids ? (
        <Text size="sm">
          {t('audience.ticked', { people: counted('buyer', filters.buyer_ids.length) })}
        </Text>
      ) : null}
      <BotField form={form} organization_id={organization_id} />
      {audience === OWN ? (
        <Suspense>
          <FilterEditor
            organization_id={organization_id}
            value={filters}
            onChange={(next) => form.setFieldValue('filters', next)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Of several bots a mailing may go by one. */
function BotField({ form, organization_id }: Pick<Props, 'form' | 'organization_id'>) {
  const t = useText('mailings')
  const bots = useQuery(botsQuery(organization_id)).data?.items ?? []
  if (bots.length < 2 && form.values.bot_id === '') return null
  return (
    <NativeSelect
      label={t('field.bot')}
      {...form.getInputProps('bot_id')}
      data={[
        { value: '', label: t('bot.any') },
        ...bots.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

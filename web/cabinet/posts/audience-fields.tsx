/** Whom a mailing is for: everybody, a ready or a saved segment, or conditions of one's own. */
import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { lazy, Suspense } from 'react'
import type { AnswerOf } from '../../api/call.ts'
import { counted } from '../../text/format.ts'
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

/** What a buyer was written to: when, which mailing, and whether they tapped its button. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../text/text.ts'
import type { Conditions } from './filter.ts'
import { mailingNamesQuery } from './queries.ts'
import { Amount } from './range-inputs.tsx'

type Message = NonNullable<Conditions['message']>
type Props = {
  organization_id: string
  value: Message
  onChange: (value: Message) => void
}

export function MessageInputs({ organization_id, value, onChange }: Props) {
  const t = useText('segments')
  const { data } = useQuery(mailingNamesQuery(organization_id))
  const reacted = value.reacted === true ? 'yes' : value.reacted === false ? 'no' : ''
  return (
    <>
      <Amount
        label={t('message.quiet')}
        unit="days"
        value={value.not_contacted_days ?? ''}
        onChange={(days) => onChange({ ...value, not_contacted_days: days || null })}
      />
      <NativeSelect
        size="md"
        label={t('message.mailing')}
        value={value.received_post_id ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...value, received_post_id: currentTarget.value || null })
        }
        data={[
          { value: '', label: t('message.whatever') },
          ...(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <NativeSelect
        size="md"
        label={t('message.reacted')}
        value={reacted}
        onChange={({ currentTarget }) =>
          onChange({
            ...value,
            reacted: currentTarget.value === '' ? null : currentTarget.value === 'yes',
          })
        }
        data={[
          { value: '', label: t('message.whatever') },
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
      />
    </>
  )
}

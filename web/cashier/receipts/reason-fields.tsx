/** Why: three common reasons, or words. */
import { Radio, Stack, TextInput } from '@mantine/core'
import { focusFirst } from '../shell/focus-first.ts'
import { type Text, useText } from '../../text/text.ts'

export type Reason = { kind: 'return' | 'amount' | 'buyer' | 'other' | undefined; text: string }

const kinds = ['return', 'amount', 'buyer', 'other'] as const

/** The reason as it is kept with the cancellation; undefined while there is none. */
export function reasonText(t: Text<'cashier'>, reason: Reason): string | undefined {
  if (reason.kind === undefined) return undefined
  if (reason.kind !== 'other') return t(`cancel.reason.${reason.kind}`)
  return reason.text.trim() || undefined
}

export function ReasonFields({
  reason,
  onChange,
}: {
  reason: Reason
  onChange: (reason: Reason) => void
}) {
  const t = useText('cashier')
  return (
    <Radio.Group
      label={t('cancel.reason')}
      withAsterisk
      value={reason.kind ?? ''}
      onChange={(kind) => onChange({ ...reason, kind: kind as Reason['kind'] })}
    >
      <Stack gap={4} mt={4}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`cancel.reason.${kind}`)}
            size="md"
            styles={{ body: { minHeight: 40, alignItems: 'center' } }}
          />
        ))}
        {reason.kind === 'other' ? (
          <TextInput
            aria-label={t('cancel.reason.text')}
            placeholder={t('cancel.reason.text')}
            maxLength={300}
            ref={focusFirst}
            value={reason.text}
            onChange={(event) => onChange({ ...reason, text: event.currentTarget.value })}
          />
        ) : null}
      </Stack>
    </Radio.Group>
  )
}

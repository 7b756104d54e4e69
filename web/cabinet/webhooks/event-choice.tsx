/** Which events an address hears of. */
import { Checkbox, Stack } from '@mantine/core'
import { type WebhookEvent, webhookEvents } from '#contract/webhook-events.ts'
import { useText } from '../../text/text.ts'

type Props = { value: WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }

export function EventChoice({ value, onChange }: Props) {
  const t = useText('webhooks')
  const choose = (chosen: string[]) => onChange(webhookEvents.filter((one) => chosen.includes(one)))
  return (
    <Checkbox.Group label={t('events')} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {webhookEvents.map((one) => (
          <Checkbox key={one} value={one} label={t(`event.${one}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** What an address hears of, and how to change it. */
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'
import { EventChoice } from './event-choice.tsx'
import { useWebhook, type Webhook } from './queries.ts'
import classes from './webhooks.module.css'

type Props = { organization_id: string; webhook: Webhook }

export function EditEvents({ organization_id, webhook }: Props) {
  const t = useText('webhooks')
  const [chosen, choose] = useState<Webhook['events'] | null>(null)
  const { change } = useWebhook(organization_id, webhook.id)
  if (chosen === null) {
    return (
      <Group gap="xs">
        <span className={classes.small}>
          {webhook.events.map((one) => t(`event.${one}`)).join(' · ')}
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => choose(webhook.events)}>
          {t('events.change')}
        </Button>
      </Group>
    )
  }
  const save = () =>
    change.mutate(
      { events: chosen },
      { onSuccess: () => choose(null), onError: (error) => void toast.problem(error) },
    )
  return (
    <Stack gap="sm" mt="xs" align="flex-start">
      <EventChoice value={chosen} onChange={choose} />
      <Group gap="sm">
        <Button
          size="compact-md"
          onClick={save}
          loading={change.isPending}
          disabled={chosen.length === 0}
        >
          {t('events.save')}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => choose(null)}>
          {t('events.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

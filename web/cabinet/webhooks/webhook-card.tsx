/** One address: its state, what is done to it, and what was sent. */
import { Alert, Button, Card, Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { dateTime } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { Deliveries } from './deliveries.tsx'
import { EditEvents } from './edit-events.tsx'
import { useWebhook, type Webhook } from './queries.ts'
import classes from './webhooks.module.css'

type Props = {
  organization: Organization
  webhook: Webhook
  onSecret: (secret: string) => void
}

export function WebhookCard({ organization, webhook, onSecret }: Props) {
  const t = useText('webhooks')
  const { timezone } = organization
  const { id, url, enabled, failing_since, stopped_at, previous_until } = webhook
  const { change, remove, rotate, send } = useWebhook(organization.id, id)
  const [shown, choose] = useChoice({ enabled })
  const [removing, setRemoving] = useState(false)
  const onError = (error: unknown) => void toast.problem(error)
  const turn = (on: boolean) =>
    choose({ enabled: on }, change.mutateAsync({ enabled: on }, { onError }))
  const state = stopped_at
    ? t('stopped', { at: dateTime(stopped_at, timezone) })
    : failing_since && t('failing', { at: dateTime(failing_since, timezone) })
  return (
    <Card component="section">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <Switch
          checked={shown.enabled}
          aria-label={t('on', { url })}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <div className={classes.grow}>
          <Text className={classes.url} fw={560}>
            {url}
          </Text>
          <EditEvents organization_id={organization.id} webhook={webhook} />
          {previous_until ? (
            <div className={classes.small}>
              {t('both', { at: dateTime(previous_until, timezone) })}
            </div>
          ) : null}
        </div>
      </Group>
      {state ? (
        <Alert color="honey" mt="sm">
          {state}
        </Alert>
      ) : null}
      <Group gap="sm" mt="md">
        <Button
          variant="light"
          size="compact-md"
          disabled={!enabled}
          loading={send.isPending}
          onClick={() => send.mutate(null, { onSuccess: () => toast.done(t('queued')), onError })}
        >
          {t('test')}
        </Button>
        <Button
          variant="light"
          size="compact-md"
          loading={rotate.isPending}
          onClick={() =>
            rotate.mutate(undefined, { onSuccess: ({ secret }) => onSecret(secret), onError })
          }
        >
          {t('rotate')}
        </Button>
        <Button variant="subtle" color="red" size="compact-md" onClick={() => setRemoving(true)}>
          {t('delete')}
        </Button>
      </Group>
      <Deliveries
        organization={organization}
        webhook={webhook}
        onReplay={(delivery_id) =>
          send.mutate(delivery_id, { onSuccess: () => toast.done(t('queued')), onError })
        }
      />
      <ConfirmDanger
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('delete.title')}
        verb={t('delete')}
        onConfirm={() => remove.mutate()}
        pending={remove.isPending}
        error={remove.error ? problemSentence(remove.error) : undefined}
      >
        <Text>{t('delete.text')}</Text>
      </ConfirmDanger>
    </Card>
  )
}

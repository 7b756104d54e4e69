/** One more address. */
import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { WEBHOOK_URL_MAX } from '#contract/limits.ts'
import { webhookEvents } from '#contract/webhook-events.ts'
import { ApiProblem } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EventChoice } from './event-choice.tsx'
import { useAddWebhook } from './queries.ts'

type Props = { organization: Organization; onSecret: (secret: string) => void }

export function AddWebhook({ organization, onSecret }: Props) {
  const t = useText('webhooks')
  const add = useAddWebhook(organization.id)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState([...webhookEvents])
  const bad = add.error instanceof ApiProblem && add.error.code === 'validation_failed'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ url, events }, { onSuccess: ({ secret }) => onSecret(secret) })
  }
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        {t('add.title')}
      </Title>
      <form onSubmit={submit}>
        <Stack gap="md" align="flex-start">
          <TextInput
            w="100%"
            required
            type="url"
            label={t('url')}
            description={t('url.hint')}
            placeholder="https://"
            maxLength={WEBHOOK_URL_MAX}
            value={url}
            error={bad ? t('url.bad') : undefined}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <EventChoice value={events} onChange={setEvents} />
          <Button type="submit" loading={add.isPending} disabled={events.length === 0}>
            {t('add')}
          </Button>
          {add.error && !bad ? (
            <Text role="alert" c="kalyna" size="sm">
              {problemSentence(add.error)}
            </Text>
          ) : null}
        </Stack>
      </form>
    </Card>
  )
}

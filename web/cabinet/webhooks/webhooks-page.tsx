/** How programs join a shop: tokens of those that call us, addresses of those that we call. */
import { Alert, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WEBHOOKS_MAX } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { Kit } from './kit.tsx'
import { webhooksQuery } from './queries.ts'
import { ShownSecret } from './shown-secret.tsx'
import { Tokens } from './tokens.tsx'
import { WebhookCard } from './webhook-card.tsx'

export function WebhooksPage() {
  return (
    <WithOrganization>
      {(organization) => <Webhooks organization={organization} />}
    </WithOrganization>
  )
}

function Webhooks({ organization }: { organization: Organization }) {
  const t = useText('webhooks')
  const shell = useText('shell')
  const query = useQuery(webhooksQuery(organization.id))
  const [secret, show] = useState<string | null>(null)
  return (
    <>
      <PageHeader title={shell('page.webhooks')} purpose={t('purpose')} />
      <Stack gap="lg" maw={820}>
        <Kit />
        <Tokens organization={organization} />
        <Title order={2} size="h3">
          {t('title')}
        </Title>
        {organization.is_demo ? <Alert color="honey">{t('demo')}</Alert> : null}
        {secret ? <ShownSecret secret={secret} onDone={() => show(null)} /> : null}
        {query.data ? (
          <>
            {query.data.items.length === 0 ? <Text c="dimmed">{t('none')}</Text> : null}
            {query.data.items.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                organization={organization}
                webhook={webhook}
                onSecret={show}
              />
            ))}
            {query.data.items.length < WEBHOOKS_MAX ? (
              <AddWebhook
                key={query.data.items.length}
                organization={organization}
                onSecret={show}
              />
            ) : (
              <Card>
                <Text>{t('full', { count: WEBHOOKS_MAX })}</Text>
              </Card>
            )}
          </>
        ) : query.error ? (
          <ErrorCard
            what={t('what')}
            error={query.error}
            sentence={problemSentence(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <CardsSkeleton />
        )}
      </Stack>
    </>
  )
}

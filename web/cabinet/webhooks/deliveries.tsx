/** What was sent to an address lately, and what became of it. */
import { Badge, Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text as Say, useText } from '../../text/text.ts'
import { PageSwitch } from '../../ui/page-switch.tsx'
import { deliveriesQuery, type Delivery, type Webhook } from './queries.ts'
import classes from './webhooks.module.css'

type Props = {
  organization: Organization
  webhook: Webhook
  onReplay: (delivery_id: string) => void
}

const COLORS = { pending: 'gray', delivered: 'green', failed: 'red' } as const

export function Deliveries({ organization, webhook, onReplay }: Props) {
  const t = useText('webhooks')
  const { timezone } = organization
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(deliveriesQuery(organization.id, webhook.id, page))
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {t('deliveries')}
      </Title>
      {error ? <Text role="alert">{problemSentence(error)}</Text> : null}
      {data?.items.length === 0 ? <Text c="dimmed">{t('deliveries.none')}</Text> : null}
      {data?.items.map((delivery) => (
        <div key={delivery.id} className={classes.delivery}>
          <Badge variant="light" color={COLORS[delivery.status]}>
            {t(`status.${delivery.status}`)}
          </Badge>
          <div className={classes.grow}>
            <div>
              {t(`event.${delivery.event}`)} · {dateTime(delivery.created_at, timezone)}
            </div>
            <div className={classes.small}>{told(delivery, t, timezone)}</div>
          </div>
          {delivery.status === 'pending' || !webhook.enabled ? null : (
            <Button variant="subtle" size="compact-md" onClick={() => onReplay(delivery.id)}>
              {t('replay')}
            </Button>
          )}
        </div>
      ))}
      {data ? <PageSwitch data={data} onChange={setPage} /> : null}
    </>
  )
}

function told(delivery: Delivery, t: Say<'webhooks'>, timezone: string): string {
  const { attempts, problem, answer_status, next_at, excerpt, id } = delivery
  return [
    id,
    t('tries', { count: attempts }),
    problem && t(`problem.${problem}`, { status: answer_status ?? '' }),
    next_at && problem && t('next', { at: dateTime(next_at, timezone) }),
    problem && excerpt,
  ]
    .filter(Boolean)
    .join(' · ')
}

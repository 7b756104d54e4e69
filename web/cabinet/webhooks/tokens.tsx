/** The programs that hold a token: where they sell, what they may do, when they called last. */
import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { relative } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { type Integration, integrationsQuery } from './queries.ts'
import classes from './webhooks.module.css'

export function Tokens({ organization }: { organization: Organization }) {
  const t = useText('webhooks')
  const { data, error } = useQuery(integrationsQuery(organization.id))
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="xs">
        {t('tokens.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('tokens.hint')}
      </Text>
      {error ? <Text role="alert">{problemSentence(error)}</Text> : null}
      {data?.map((one) => (
        <Token key={one.id} organization_id={organization.id} integration={one} />
      ))}
      <Group mt="md">
        <Button component={PageLink} href={paths.pos(organization.id)} variant="light">
          {t('tokens.add')}
        </Button>
      </Group>
    </Card>
  )
}

const RIGHTS = [
  'spend',
  'register_buyer',
  'cancel',
  'cancel_others',
  'compensate',
  'see_phone',
] as const

type TokenProps = { organization_id: string; integration: Integration }

function Token({ organization_id, integration }: TokenProps) {
  const t = useText('webhooks')
  const words = useText('pos')
  const points = useQuery(pointsQuery(organization_id)).data?.items ?? []
  const { name, pos_ids, permissions, enabled, last_used_at } = integration
  const places = points.filter(({ id }) => pos_ids.includes(id)).map((point) => point.name)
  const rights = RIGHTS.filter((one) => permissions[one]).map((one) => words(`permission.${one}`))
  return (
    <div className={classes.delivery}>
      <div className={classes.grow}>
        <Group gap="xs">
          <Text fw={560}>{name}</Text>
          {enabled ? null : <Badge color="gray">{words('cashiers.disabled')}</Badge>}
        </Group>
        <div className={classes.small}>{[...places, ...rights].join(' · ')}</div>
        <div className={classes.small}>
          {last_used_at ? t('tokens.used', { when: relative(last_used_at) }) : t('tokens.unused')}
        </div>
      </div>
    </div>
  )
}

/** The replays counted before, each a way back to its result. */
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime, percent } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { earlierQuery } from './replay-queries.ts'

type Props = { organization: Organization; onOpen: (id: string) => void }

export function EarlierReplays({ organization, onOpen }: Props) {
  const t = useText('replay')
  const { data = [] } = useQuery(earlierQuery(organization.id))
  if (data.length === 0) return null
  return (
    <Stack gap={4} component="section" aria-label={t('earlier')}>
      <Text fw={560}>{t('earlier')}</Text>
      {data.map(({ id, created_at, source, file_name, result }) => (
        <Text key={id} size="sm">
          <Anchor component="button" type="button" onClick={() => onOpen(id)} inherit>
            {dateTime(created_at, organization.timezone)}
          </Anchor>
          {' · '}
          {source === 'own' ? t('earlier.own') : file_name}
          {' · '}
          {t('earlier.cost', {
            today: percent(result?.today.cost_percent ?? 0),
            changed: percent(result?.changed.cost_percent ?? 0),
          })}
        </Text>
      ))}
    </Stack>
  )
}

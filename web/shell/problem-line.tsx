/** Why something was not done, and the way up where a larger tariff would allow it. */
import { Anchor, Text } from '@mantine/core'
import { needsTariff, problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'

type Props = { error: unknown; organization_id: string }

export function ProblemLine({ error, organization_id }: Props) {
  const t = useText('shell')
  return (
    <Text role="alert" size="sm" c="kalyna">
      {problemSentence(error)}{' '}
      {needsTariff(error) ? (
        <Anchor component={PageLink} href={paths.tariff(organization_id)} size="sm">
          {t('problem.tariff')}
        </Anchor>
      ) : null}
    </Text>
  )
}

/** How many buyers the conditions find, following the typing. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { counted, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import type { Filter } from './filter.ts'
import { type Result, resultQuery } from './queries.ts'
import classes from './segments.module.css'

const PAUSE_MS = 400

export function LiveCount({
  organization_id,
  filter,
}: {
  organization_id: string
  filter: Filter
}) {
  const t = useText('segments')
  const [settled] = useDebouncedValue(filter, PAUSE_MS)
  const { data, error } = useQuery(
    resultQuery(organization_id, { filter: settled }, { count_only: true }),
  )
  return (
    <div className={classes.count} role="status">
      {error ? <span>{problemSentence(error)}</span> : null}
      {!error && !data ? <span>{t('count.loading')}</span> : null}
      {!error && data ? (
        <>
          <strong>{countOf(data, t)}</strong>
          <span className={classes.reach}>{reachOf(data, t)}</span>
        </>
      ) : null}
    </div>
  )
}

export const countOf = ({ total, all_buyers }: Result, t: Text<'segments'>) =>
  t('count', { found: number(total), all: counted('buyer', all_buyers) })

export function reachOf({ reachable }: Result, t: Text<'segments'>): string {
  const { telegram, viber, no_consent, unreachable } = reachable
  return t('reach', {
    telegram: number(telegram),
    viber: number(viber),
    no_consent: number(no_consent),
    unreachable: number(unreachable),
  })
}

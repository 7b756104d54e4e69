/** Segments over the list of buyers: ready ones at hand, saved ones, and the way to one's own. */
import { Button, Chip, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import { type Chosen, type Preset } from '../../shell/segments/filter.ts'
import { countOf, reachOf } from '../../shell/segments/live-count.tsx'
import { type Result, segmentsQuery } from '../../shell/segments/queries.ts'
import { money, number, time } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './buyers.module.css'

/** The tabs of the list; the others are in the builder. */
const AT_HAND = [
  'newcomers',
  'regulars',
  'vip',
  'sleeping',
  'lost',
  'bonuses_expire',
  'birthday_month',
  'no_messenger',
] as const satisfies readonly Preset[]
const ALL = 'all'
const OWN = 'own'

type Props = {
  organization: Organization
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
  onBuild: () => void
}

export function SegmentBar({ organization, chosen, onChoose, onBuild }: Props) {
  const t = useText('segments')
  const { data } = useQuery(segmentsQuery(organization.id))
  const saved = data?.items ?? []
  const value = valueOf(chosen)
  const away =
    chosen !== undefined && 'preset' in chosen && !AT_HAND.some((one) => one === chosen.preset)
      ? [chosen.preset]
      : []
  const choose = (next: string) => {
    if (next === ALL) onChoose(undefined)
    else if (next.includes('-')) onChoose({ segment_id: next })
    else if (next !== OWN) onChoose({ preset: next as Preset })
  }
  return (
    <div className={classes.segments}>
      <Chip.Group value={value} onChange={choose}>
        <Group gap="xs" role="group" aria-label={t('segments')}>
          <Chip value={ALL}>{t('all')}</Chip>
          {[...AT_HAND, ...away].map((code) => (
            <Chip key={code} value={code}>
              {t(`preset.${code}`)}
            </Chip>
          ))}
          {saved.map(({ id, name }) => (
            <Chip key={id} value={id}>
              {name}
            </Chip>
          ))}
          {value === OWN ? <Chip value={OWN}>{t('own')}</Chip> : null}
        </Group>
      </Chip.Group>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.75} />}
        onClick={onBuild}
      >
        {value === OWN ? t('edit') : t('build')}
      </Button>
    </div>
  )
}

function valueOf(chosen: Chosen | undefined): string {
  if (chosen === undefined) return ALL
  if ('preset' in chosen) return chosen.preset
  return 'segment_id' in chosen ? chosen.segment_id : OWN
}

/** What was found, in figures. */
export function SegmentFigures({
  organization,
  result,
}: {
  organization: Organization
  result: Result
}) {
  const t = useText('segments')
  const { totals, purchases_until } = result
  const { currency, timezone } = organization
  return (
    <div className={classes.figures} role="status">
      <strong>{countOf(result, t)}</strong>
      <Text size="sm" c="dimmed">
        {reachOf(result, t)}
      </Text>
      {totals && result.total > 0 ? (
        <Text size="sm" c="dimmed">
          {t('totals', {
            turnover: money(totals.turnover, currency),
            average:
              totals.average_receipt === null ? '—' : money(totals.average_receipt, currency),
            liability: number(totals.bonus_liability),
          })}
          {purchases_until === null
            ? null
            : ` · ${t('fresh', { time: time(purchases_until, timezone) })}`}
        </Text>
      ) : null}
    </div>
  )
}

/** In one chip: what the till of a point may do, and until when. */
import { Badge } from '@mantine/core'
import { date } from '../../text/format.ts'
import { type TextKey, useText } from '../../text/text.ts'
import type { Point } from '../../shell/points.ts'

type Look = { color: string; key: TextKey<'pos'> }

function lookOf(license: Point['license']): Look {
  if (!license) return { color: 'kalyna', key: 'license.none' }
  if (license.state === 'none') return { color: 'kalyna', key: 'license.ended' }
  if (license.state === 'spend_only') return { color: 'kalyna', key: 'license.spend_only' }
  if (license.state === 'grace') return { color: 'honey', key: 'license.grace' }
  if (license.status === 'trial') return { color: 'blue', key: 'license.trial' }
  return { color: 'spruce', key: 'license.active' }
}

export function LicenseBadge({ license, zone }: { license: Point['license']; zone: string }) {
  const t = useText('pos')
  const { color, key } = lookOf(license)
  return (
    <Badge color={color}>{t(key, { date: license ? date(license.expires_at, zone) : '' })}</Badge>
  )
}

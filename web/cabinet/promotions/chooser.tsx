/** The three things a promotion can be, each with an example. */
import { IconBolt, IconDiscount2, IconGift } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import classes from './promotions.module.css'
import type { Tile } from './values.ts'

export const TILES = ['products', 'stamp', 'accrual'] as const satisfies readonly Tile[]
const icons = { products: IconDiscount2, stamp: IconGift, accrual: IconBolt }

export function Chooser({ organization_id }: { organization_id: string }) {
  const t = useText('promotions')
  return (
    <div className={classes.tiles}>
      {TILES.map((tile) => {
        const Icon = icons[tile]
        return (
          <PageLink
            key={tile}
            className={classes.tile}
            href={`${paths.promotion(organization_id, 'new')}?kind=${tile}`}
          >
            <Icon size={28} stroke={1.5} aria-hidden />
            <strong>{t(`tile.${tile}`)}</strong>
            <span>{t(`tile.${tile}.text`)}</span>
          </PageLink>
        )
      })}
    </div>
  )
}

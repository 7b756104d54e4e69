/** What a gift has done in a year. */
import { counted, number, percent } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import type { Figures } from './queries.ts'
import classes from './welcome.module.css'

type Props = { figures: Figures['gifts'][number] }

export function GiftStats({ figures: { given, bonuses, used, came_back } }: Props) {
  const t = useText('welcome')
  const part = bonuses === 0 ? 0 : Math.min(100, (used / bonuses) * 100)
  return (
    <dl className={classes.stats}>
      <div>
        <dt>{t('stats.given')}</dt>
        <dd>
          {number(given)} <span>{counted('bonus', bonuses)}</span>
        </dd>
      </div>
      <div>
        <dt>{t('stats.used')}</dt>
        <dd>{percent(part, 0)}</dd>
      </div>
      <div>
        <dt>{t('stats.came_back')}</dt>
        <dd>
          {number(came_back)} <span>{percent(given === 0 ? 0 : (came_back / given) * 100, 0)}</span>
        </dd>
      </div>
    </dl>
  )
}

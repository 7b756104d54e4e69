/** Who gets more of the program than today, who gets less, and by how much. */
import { Title } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import { counted, moneyWhole, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import type { ReplayResult } from './replay-queries.ts'
import classes from './replay.module.css'

type Props = { result: ReplayResult; organization: Organization }
type Gain = ReplayResult['winners'][number]

export function ReplayPeople({ result, organization: { currency } }: Props) {
  const t = useText('replay')
  const { more, less, same, winners, losers } = result
  const groups = [
    { name: t('people.more'), buyers: more.buyers, amount: more.amount },
    { name: t('people.less'), buyers: less.buyers, amount: -less.amount },
    { name: t('people.same'), buyers: same, amount: 0 },
  ]
  return (
    <section>
      <Title order={3} size="h4" mb={8}>
        {t('people')}
      </Title>
      <dl className={classes.groups}>
        {groups.map(({ name, buyers, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{counted('buyer', buyers)}</dd>
            <dd className={classes.amount}>
              {amount === 0 ? null : (amount > 0 ? '+' : '') + moneyWhole(amount, currency)}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.pair}>
        <People title={t('people.winners')} list={winners} />
        <People title={t('people.losers')} list={losers} />
      </div>
    </section>
  )
}

function People({ title, list }: { title: string; list: readonly Gain[] }) {
  const t = useText('replay')
  if (list.length === 0) return null
  return (
    <div>
      <Title order={4} size="h5" mb={4}>
        {title}
      </Title>
      <ol className={classes.people}>
        {list.map(({ buyer_id, name, key_masked, today, changed }, index) => (
          <li key={buyer_id ?? `${index} ${key_masked}`}>
            <span>
              {name || t('people.nameless')} <small>{key_masked}</small>
            </span>
            <span className={classes.change}>
              {number(today)} → {number(changed)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Beside the form: where the promotion stands, what it means, what it has done. */
import { Button, Card } from '@mantine/core'
import { IconGift, IconPlayerPlay } from '@tabler/icons-react'
import { counted, money, moneyWhole, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ActionsMenu } from './actions-menu.tsx'
import { type Example, exampleOf } from './example.ts'
import classes from './promotions.module.css'
import type { Form, FormData } from './form-parts.tsx'
import type { Promotion } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import type { Actions } from './use-actions.tsx'
import type { Values } from './values.ts'
import { periodOf } from './words.ts'

type Props = {
  form: Form
  data: FormData
  promotion: Promotion | null
  actions: Actions | undefined
}

export function Aside({ form, data, promotion, actions }: Props) {
  const t = useText('promotions')
  const { values } = form
  return (
    <div className={classes.aside}>
      {promotion && actions ? (
        <StatusCard promotion={promotion} actions={actions} dirty={form.isDirty()} />
      ) : null}
      <Card padding="lg" className={classes.card}>
        <h2 className={classes.cardTitle}>{t('example.title')}</h2>
        <ExampleLine values={values} data={data} />
        {values.kind === 'stamp' && values.count !== 'sum' ? (
          <StampPreview goal={Number(values.goal) || 0} />
        ) : null}
      </Card>
      {promotion && promotion.status !== 'draft' ? (
        <Statistics promotion={promotion} currency={data.organization.currency} />
      ) : null}
    </div>
  )
}

type StatusProps = { promotion: Promotion; actions: Actions; dirty: boolean }

function StatusCard({ promotion, actions, dirty }: StatusProps) {
  const t = useText('promotions')
  const { status } = promotion
  const verb = status === 'draft' ? 'act.launch' : status === 'paused' ? 'act.resume' : undefined
  return (
    <Card padding="lg" className={classes.card}>
      <div className={classes.line}>
        <StatusBadge promotion={promotion} />
        <span className={classes.quiet}>{periodOf(promotion, t)}</span>
        <ActionsMenu promotion={promotion} actions={actions} disabled={dirty} />
      </div>
      <p className={classes.quiet}>{t(`status.${status}.text`)}</p>
      {verb ? (
        <Button
          leftSection={<IconPlayerPlay size={20} stroke={1.75} />}
          disabled={dirty}
          loading={actions.pending}
          onClick={() => actions.launch(promotion)}
        >
          {t(verb)}
        </Button>
      ) : null}
      {verb && dirty ? <p className={classes.quiet}>{t('save_first')}</p> : null}
    </Card>
  )
}

/** What an example costs when the catalogue has nothing of the set. */
const USUAL_PRICE = 80

function ExampleLine({ values, data }: { values: Values; data: FormData }) {
  const t = useText('promotions')
  const { organization, products, levels } = data
  const product = products.find((one) => isChosen(one, values))
  const price = product?.price || USUAL_PRICE
  const example = exampleOf(values, price, levels[0]?.cashback_percent ?? 0)
  const name = product?.name ?? values.categories[0] ?? t('example.product')
  return (
    <p className={classes.example}>
      {sentenceOf(example, { name, price, organization, values }, t)}
    </p>
  )
}

const isChosen = (product: FormData['products'][number], { scope, ...values }: Values): boolean =>
  scope === 'some' &&
  (values.products.includes(`barcode ${product.barcode}`) ||
    values.products.includes(`sku ${product.sku}`) ||
    values.categories.some((name) => name.toLowerCase() === product.category?.toLowerCase()))

type Told = {
  name: string
  price: number
  organization: FormData['organization']
  values: Values
}

function sentenceOf(
  example: Example,
  { name, price, organization: { currency }, values }: Told,
  t: ReturnType<typeof useText<'promotions'>>,
): string {
  switch (example.key) {
    case 'example.price':
      return t(example.key, {
        quantity: number(example.quantity),
        name,
        price: money(price, currency),
        before: money(example.before, currency),
        after: money(example.after, currency),
      })
    case 'example.unit_bonus':
      return t(example.key, {
        quantity: number(example.quantity),
        name,
        bonuses: counted('bonus', example.bonuses),
      })
    case 'example.accrual':
      return t(example.key, {
        total: moneyWhole(example.total, currency),
        after: counted('bonus', example.after),
        before: number(example.before),
      })
    case 'example.stamp':
      return t(`example.stamp.${values.count}`, {
        goal: values.count === 'sum' ? money(example.goal, currency) : number(example.goal),
        gift: t(`gift.${values.gift}`).toLocaleLowerCase(),
      })
  }
}

const SHOWN_MAX = 12

/** The card as a buyer would see it, four stamps in; the gift comes when it is full. */
function StampPreview({ goal }: { goal: number }) {
  const t = useText('promotions')
  const shown = Math.min(goal, SHOWN_MAX)
  const full = Math.max(0, Math.min(4, goal - 1))
  if (goal < 2) return null
  return (
    <ul className={classes.stamps} aria-label={t('preview', { count: full, goal })}>
      {Array.from({ length: shown }, (_none, index) => (
        <li key={index} className={classes.stamp} data-full={index < full || undefined} aria-hidden>
          {index === SHOWN_MAX - 1 && goal > SHOWN_MAX ? '…' : index + 1}
        </li>
      ))}
      <li className={classes.stamp} data-gift aria-hidden>
        <IconGift size={18} stroke={1.75} />
      </li>
    </ul>
  )
}

function Statistics({ promotion, currency }: { promotion: Promotion; currency: string }) {
  const t = useText('promotions')
  const { uses, buyers, receipts, discount, bonuses, turnover } = promotion.statistics
  const rows: [string, string][] = [
    [t('stats.uses'), number(uses)],
    [t('stats.buyers'), number(buyers)],
    [t('stats.receipts'), number(receipts)],
    [t('stats.turnover'), money(turnover, currency)],
    [t('stats.discount'), money(discount, currency)],
    [t('stats.bonuses'), number(bonuses)],
  ]
  return (
    <Card padding="lg" className={classes.card} component="section" aria-label={t('stats.title')}>
      <h2 className={classes.cardTitle}>{t('stats.title')}</h2>
      <dl className={classes.stats}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {promotion.effect.kind === 'stamp' ? (
        <p className={classes.quiet}>{t('stats.stamp')}</p>
      ) : null}
    </Card>
  )
}

/** The table, the sentence and the chart of the calculator. */
import type { CSSProperties } from 'react'
import { compareOffers, type ProfitAsk } from '#contract/profit-rules.ts'
import { paths } from '../shell/paths.ts'
import { useFigures } from '../site/figures.ts'
import { useWords } from '../site/words.ts'
import { type Column, ProfitChart } from './profit-chart.tsx'
import classes from './profit.module.css'

function useColumns(ask: ProfitAsk | undefined): Column[] {
  const t = useWords('profit')
  const { percent } = useFigures()
  if (!ask) return []
  const { plain, discount, max_discount, cashback } = compareOffers(ask)
  const share = (part: number) => ({ percent: percent(part * 100) })
  return [
    { name: t('plain'), offer: plain },
    { name: t('column.discount', share(ask.discount)), offer: discount },
    ...(ask.max === ask.discount
      ? []
      : [{ name: t('column.discount', share(ask.max)), offer: max_discount }]),
    { name: t('column.cashback', share(ask.max)), offer: cashback, first_price: plain.price },
  ]
}

export function ProfitResult({ ask }: { ask: ProfitAsk | undefined }) {
  const t = useWords('profit')
  const columns = useColumns(ask)
  if (!ask) {
    return (
      <div className={classes.result}>
        <p role="status" className={classes.sentence}>
          {t('invalid')}
        </p>
        <p className={classes.none}>—</p>
      </div>
    )
  }
  return (
    <div className={classes.result}>
      <Sentence ask={ask} />
      <ProfitTable columns={columns} />
      <ProfitChart columns={columns} />
      <a href={`${paths.signup}?cashback=${ask.max * 100}`} className="v-button" data-size="lg">
        {t('signup')}
      </a>
    </div>
  )
}

/** What the figures mean, said aloud when they change. */
function Sentence({ ask }: { ask: ProfitAsk }) {
  const t = useWords('profit')
  const { percent } = useFigures()
  const { discount, cashback, limits } = compareOffers(ask)
  const share = (part: number) => percent(part * 100, 1)
  const losses = [
    discount.growth === null ? t('loss.discount', { limit: share(limits.discount) }) : '',
    cashback.growth === null ? t('loss.cashback', { limit: share(limits.cashback) }) : '',
  ].filter(Boolean)
  return (
    <div role="status" className={classes.sentence} data-loss={losses.length > 0 || undefined}>
      {discount.growth !== null && cashback.growth !== null
        ? t('result', { discount: share(discount.growth), cashback: share(cashback.growth) })
        : losses.map((loss) => <p key={loss}>{loss}</p>)}
    </div>
  )
}

type Cell = { figure: string; note?: string }

function ProfitTable({ columns }: { columns: Column[] }) {
  const t = useWords('profit')
  const { money, percent } = useFigures()
  const plain = columns[0]?.offer.profit ?? 0
  const rows: { name: string; cell: (column: Column) => Cell }[] = [
    {
      name: t('row.price'),
      cell: ({ offer, first_price: first }) => ({
        figure: money(offer.price),
        note: first === undefined ? '' : t('row.first', { price: money(first) }),
      }),
    },
    {
      name: t('row.profit'),
      cell: ({ offer: { profit } }) => ({
        figure: money(profit),
        note: profit < plain && plain > 0 ? percent((profit / plain - 1) * 100, 1) : '',
      }),
    },
    {
      name: t('row.growth'),
      cell: ({ offer: { growth } }) => ({
        figure:
          growth === null ? t('never') : `${growth > 0 ? '+' : ''}${percent(growth * 100, 1)}`,
      }),
    },
    { name: t('row.hundred'), cell: ({ offer }) => ({ figure: money(offer.profit * 100) }) },
  ]
  return (
    <table className={classes.table} style={{ '--columns': columns.length } as CSSProperties}>
      <caption className="v-sr">{t('table')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="v-sr">{t('row.what')}</span>
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cell }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column) => {
              const { figure, note } = cell(column)
              return (
                <td key={column.name}>
                  {figure}
                  {note ? <small>{note}</small> : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

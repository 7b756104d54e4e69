/** The lists inside the drawer of a receipt. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime, money, number, signed } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { kindName } from './kind-name.ts'
import type { Receipt } from './queries.ts'
import classes from './reports.module.css'

/** A bare total comes back as one line that names nothing. */
export const hasProducts = ({ lines }: Receipt) =>
  lines.length > 1 || lines.some((line) => line.name ?? line.sku ?? line.barcode)

export const lineName = (line: Receipt['lines'][number], unnamed: string) =>
  line.name ?? line.sku ?? line.barcode ?? unnamed

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

export function Lines({ receipt, currency }: { receipt: Receipt; currency: string }) {
  const t = useText('reports')
  if (!hasProducts(receipt)) return <p className={classes.small}>{t('lines.none')}</p>
  return (
    <Part title={t('lines')}>
      <ul className={classes.list}>
        {receipt.lines.map((line) => (
          <li key={line.line}>
            <span>
              {lineName(line, t('lines.unnamed', { line: line.line }))}
              <br />
              <span className={classes.small}>
                {number(line.quantity, 3)} × {money(line.price, currency)}
                {line.returned_quantity
                  ? ` · ${t('lines.returned', { quantity: number(line.returned_quantity, 3) })}`
                  : ''}
              </span>
            </span>
            <span className={classes.number}>
              {money(line.to_pay, currency)}
              {line.accrual ? (
                <>
                  <br />
                  <span className={classes.plus}>◐ {signed(line.accrual)}</span>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Explanations({ receipt }: { receipt: Receipt }) {
  const t = useText('reports')
  if (receipt.explain.length === 0) return null
  return (
    <Part title={t('explain')}>
      <ul className={classes.list}>
        {receipt.explain.map((one) => (
          <li key={`${one.rule} ${one.line} ${one.text}`}>
            <span>{one.text}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Entries({ receipt }: { receipt: Receipt }) {
  const t = useText('reports')
  if (!receipt.buyer) return null
  return (
    <Part title={t('entries')}>
      {receipt.entries.length === 0 ? (
        <p className={classes.small}>{t('entries.none')}</p>
      ) : (
        <ul className={classes.list}>
          {receipt.entries.map((entry) => (
            <li key={entry.number}>
              <span>
                {kindName(t, entry.kind)}
                <br />
                <span className={classes.small}>
                  {t('entries.after', { amount: number(entry.balance_after) })}
                  {entry.debt_change
                    ? ` · ${t('entries.debt', { amount: signed(entry.debt_change) })}`
                    : ''}
                </span>
              </span>
              <span className={entry.amount > 0 ? classes.plus : classes.number}>
                {signed(entry.amount)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

type CancellationsProps = { receipt: Receipt; organization: Organization }

export function Cancellations({ receipt, organization }: CancellationsProps) {
  const t = useText('reports')
  if (receipt.cancellations.length === 0) return null
  return (
    <Part title={t('cancellations')}>
      <ul className={classes.list}>
        {receipt.cancellations.map((one) => (
          <li key={one.id}>
            <span>
              {t('cancellation.line', {
                date: dateTime(one.created_at, organization.timezone),
                money: money(one.refund_money, organization.currency),
              })}
              <br />
              <span className={classes.small}>
                {[one.by, one.reason].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={classes.number}>
              {signed(one.bonuses_return - one.bonuses_withdraw)} ◐
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Every payment once, however many licenses it was for, with a way to its papers. */
import { Badge } from '@mantine/core'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { date, money } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './licenses.module.css'
import type { License } from './queries.ts'

type Row = License['payments'][number]
const colors = { paid: 'spruce', pending: 'stone', failed: 'kalyna', refunded: 'stone' } as const

function paymentsOf(licenses: License[]): Row[] {
  const all = new Map<string, Row>()
  for (const payment of licenses.flatMap(({ payments }) => payments)) {
    const known = all.get(payment.id)
    all.set(payment.id, known ? { ...known, amount: known.amount + payment.amount } : payment)
  }
  return [...all.values()].toSorted((a, b) => b.number - a.number)
}

export function PaymentsList(props: { organization: Organization; licenses: License[] }) {
  const { organization, licenses } = props
  const t = useText('licenses')
  const payments = paymentsOf(licenses)
  return (
    <section className={classes.section}>
      <h2 className={classes.h2}>{t('payments.title')}</h2>
      {payments.length === 0 ? <p className={classes.quiet}>{t('payments.none')}</p> : null}
      <ul className={classes.payments}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <PageLink href={paths.payment(organization.id, payment.id)}>
              {t(payment.status === 'paid' ? 'payments.act' : 'payments.document', {
                number: payment.number,
              })}
            </PageLink>
            <span className={classes.quiet}>
              {date(payment.paid_at ?? payment.created_at, organization.timezone)} ·{' '}
              {t(`provider.${payment.provider as 'invoice'}`)}
            </span>
            <Badge color={colors[payment.status]}>{t(`pay.${payment.status}`)}</Badge>
            <span className={classes.amount}>{money(payment.amount, payment.currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

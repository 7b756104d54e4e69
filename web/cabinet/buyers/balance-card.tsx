/** What the buyer holds, large, and what they have bought. */
import { Card, Divider, Stack, Text } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import { counted, day, money, number, relative } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './buyers.module.css'
import type { BuyerWhole } from './queries.ts'

type Props = { organization: Organization; buyer: BuyerWhole }

export function BalanceCard({ organization, buyer }: Props) {
  const t = useText('buyers')
  const { balance, totals } = buyer
  const next = balance.expiring[0]
  return (
    <Card component="section" aria-label={t('balance')}>
      <Text size="sm" c="dimmed">
        {t('balance')}
      </Text>
      <strong className={classes.balance} data-testid="balance">
        ◐ {counted('bonus', balance.available)}
      </strong>
      <Stack gap={4} mt="xs">
        {next ? (
          <Text size="sm">
            {t('balance.burns', { amount: number(next.amount), date: day(next.date) })}
          </Text>
        ) : null}
        {balance.pending ? (
          <Text size="sm" c="dimmed">
            {t('balance.pending', { amount: counted('bonus', balance.pending) })}
          </Text>
        ) : null}
        {balance.debt ? (
          <Text size="sm" c="kalyna">
            {t('balance.debt', { amount: counted('bonus', balance.debt) })}
          </Text>
        ) : null}
      </Stack>
      <Divider my="md" />
      <dl className={classes.facts}>
        <dt>{t('totals.receipts')}</dt>
        <dd>{number(totals.receipts_count)}</dd>
        <dt>{t('totals.turnover')}</dt>
        <dd>{money(totals.turnover, organization.currency)}</dd>
        <dt>{t('totals.average')}</dt>
        <dd>
          {totals.average_receipt === null
            ? '—'
            : money(totals.average_receipt, organization.currency)}
        </dd>
        <dt>{t('totals.last')}</dt>
        <dd>{totals.last_visit_at ? relative(totals.last_visit_at) : '—'}</dd>
      </dl>
    </Card>
  )
}

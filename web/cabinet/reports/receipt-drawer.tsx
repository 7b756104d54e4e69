/** One receipt whole: the slip, its products, why its figures are so, and its movements. */
import { Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp } from '@tabler/icons-react'
import { ApiProblem } from '../../api/call.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { date, dateTime, money, number, signed } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { type Receipt, receiptQuery } from './queries.ts'
import { Cancellations, Entries, Explanations, Lines } from './receipt-parts.tsx'
import classes from './reports.module.css'
import { StatusBadge } from './status-badge.tsx'

type Props = { organization: Organization; id: string | undefined; onClose: () => void }

export function ReceiptDrawer({ organization, id, onClose }: Props) {
  const t = useText('reports')
  const query = useQuery({ ...receiptQuery(organization.id, id ?? ''), enabled: id !== undefined })
  const number = query.data?.number
  const absent = query.error instanceof ApiProblem && query.error.status === 404
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      size={560}
      title={
        query.data
          ? number
            ? t('drawer.title', { number })
            : t('drawer.title.none')
          : t('drawer.what')
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {query.data ? (
        <Whole organization={organization} receipt={query.data} />
      ) : absent ? (
        <Text c="dimmed">{t('drawer.not_found')}</Text>
      ) : query.error ? (
        <ErrorCard
          what={t('drawer.what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Stack role="status">
          <Skeleton h={24} w={180} />
          <Skeleton h={180} radius="lg" />
          <Skeleton h={120} radius="lg" />
        </Stack>
      )}
    </Drawer>
  )
}

type WholeProps = { organization: Organization; receipt: Receipt }

function Whole({ organization, receipt }: WholeProps) {
  const t = useText('reports')
  const [cancelling, dialog] = useDisclosure()
  const cancellable = receipt.status === 'completed' || receipt.status === 'partially_cancelled'
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <StatusBadge status={receipt.status} offline={receipt.offline} />
        <Text size="sm" c="dimmed">
          {dateTime(receipt.occurred_at, organization.timezone)} · {receipt.pos.name} ·{' '}
          {receipt.cashier.name}
          {receipt.approved_by ? ` · ${t('approved_by', { name: receipt.approved_by })}` : ''}
        </Text>
        <Buyer organization={organization} receipt={receipt} />
      </Stack>
      <Sums organization={organization} receipt={receipt} />
      <Lines receipt={receipt} currency={organization.currency} />
      <Explanations receipt={receipt} />
      <Entries receipt={receipt} />
      <Cancellations receipt={receipt} organization={organization} />
      {cancellable ? (
        <Group justify="flex-end">
          <Button
            variant="outline"
            color="kalyna"
            leftSection={<IconArrowBackUp size={20} stroke={1.75} />}
            onClick={dialog.open}
          >
            {t('cancel')}
          </Button>
        </Group>
      ) : null}
      <CancelDialog
        organization={organization}
        receipt={receipt}
        opened={cancelling}
        onClose={dialog.close}
      />
    </Stack>
  )
}

function Buyer({ organization, receipt }: WholeProps) {
  const t = useText('reports')
  if (!receipt.buyer) return <Text>{t('no_buyer')}</Text>
  const name = receipt.buyer_name || receipt.buyer.phone_masked
  return (
    <Text fw={560}>
      <PageLink href={paths.buyer_by_id(organization.id, receipt.buyer.id)}>{name}</PageLink>
    </Text>
  )
}

const isAhead = (moment: string | null) => moment !== null && new Date(moment) > new Date()

function Sums({ organization, receipt }: WholeProps) {
  const t = useText('reports')
  const { totals } = receipt
  const cash = (amount: number) => money(amount, organization.currency)
  const discounts = ['till_discount', 'promotion_discount', 'level_discount'] as const
  return (
    <section className={classes.slip}>
      <Title order={3} className="v-sr">
        {t('totals')}
      </Title>
      <dl className={classes.sums}>
        <dt>{t('sum.gross')}</dt>
        <dd>{cash(totals.gross)}</dd>
        {discounts.map((kind) =>
          totals[kind] ? (
            <Row key={kind} name={t(`sum.${kind}`)} value={cash(-totals[kind])} />
          ) : null,
        )}
        {totals.bonuses_spent ? (
          <Row name={t('sum.spent')} value={signed(-totals.bonuses_spent)} />
        ) : null}
        <dt className={classes.total}>{t('sum.to_pay')}</dt>
        <dd className={classes.total}>{cash(totals.to_pay)}</dd>
        {receipt.refunded ? <Row name={t('sum.refunded')} value={cash(-receipt.refunded)} /> : null}
        {receipt.buyer ? (
          <>
            <dt>{t('sum.accrual')}</dt>
            <dd className={classes.plus}>◐ {signed(totals.accrual + totals.gifts)}</dd>
          </>
        ) : null}
        {receipt.balance_after === null ? null : (
          <Row name={t('sum.balance_after')} value={number(receipt.balance_after)} />
        )}
      </dl>
      {totals.accrual && isAhead(totals.accrual_active_from) ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('sum.active_from', {
            date: date(totals.accrual_active_from ?? '', organization.timezone),
          })}
        </Text>
      ) : null}
    </section>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** The people and programs that sell at one point. */
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { AddCashier } from './add-cashier.tsx'
import { CashierRow } from './cashier-row.tsx'
import { cashiersQuery } from './queries.ts'
import { type Secret, SecretCard } from './secret-card.tsx'

type Props = { organization: Organization; point: Point }

export function CashiersTab({ organization, point }: Props) {
  const t = useText('pos')
  const cashiers = useQuery(cashiersQuery(point.id))
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<Secret>()

  if (secret) {
    return (
      <SecretCard
        secret={secret}
        organization={organization}
        point={point}
        onDone={() => setSecret(undefined)}
      />
    )
  }
  if (adding) {
    return (
      <AddCashier
        point={point}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false)
          setSecret(added)
        }}
      />
    )
  }
  if (cashiers.isPending) return <Skeleton h={160} radius="lg" />
  if (cashiers.error) {
    return (
      <ErrorCard
        what={t('cashiers.what')}
        error={cashiers.error}
        sentence={problemSentence(cashiers.error)}
        onRetry={() => void cashiers.refetch()}
      />
    )
  }
  const add = (
    <Button
      leftSection={<IconUserPlus size={20} stroke={1.75} />}
      onClick={() => setAdding(true)}
      style={{ alignSelf: 'flex-start' }}
    >
      {t('cashiers.add')}
    </Button>
  )
  if (cashiers.data.items.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers size={32} stroke={1.5} />}
        title={t('cashiers.empty')}
        text={t('cashiers.empty.text')}
        action={add}
      />
    )
  }
  return (
    <Stack gap="md">
      {add}
      <div>
        {cashiers.data.items.map((cashier) => (
          <CashierRow
            key={cashier.id}
            cashier={cashier}
            zone={organization.timezone}
            onSecret={setSecret}
          />
        ))}
      </div>
    </Stack>
  )
}

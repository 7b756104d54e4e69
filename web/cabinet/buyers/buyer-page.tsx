import { Anchor, Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconArrowLeft, IconUserQuestion } from '@tabler/icons-react'
import { normalizePhone } from '#contract/phone.ts'
import { ApiProblem } from '../../api/call.ts'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BuyerHeader } from './buyer-header.tsx'
import { BuyerTabs } from './buyer-tabs.tsx'
import classes from './buyers.module.css'
import { CreateBuyer } from './create-buyer.tsx'
import { LotsCard } from './lots-card.tsx'
import { buyerQuery } from './queries.ts'

export function BuyerPage() {
  return (
    <WithOrganization>{(organization) => <Card organization={organization} />}</WithOrganization>
  )
}

function Card({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  const [{ buyer: buyer_id, phone: typed }] = useAddress()
  const phone = typed ? (normalizePhone(typed) ?? typed) : undefined
  const query = useQuery(buyerQuery(organization.id, buyer_id ? { buyer_id } : { phone }))
  const missing =
    query.error instanceof ApiProblem &&
    ['buyer_not_found', 'not_found', 'validation_failed'].includes(query.error.code)
  return (
    <>
      <Anchor
        component={PageLink}
        href={paths.buyers(organization.id)}
        size="sm"
        mb="md"
        display="inline-flex"
      >
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        &nbsp;{t('back')}
      </Anchor>
      {query.data ? (
        <>
          <BuyerHeader organization={organization} buyer={query.data} />
          <div className={classes.columns}>
            <Stack gap="lg">
              <BalanceCard organization={organization} buyer={query.data} />
              <LotsCard organization={organization} buyer={query.data} />
            </Stack>
            <BuyerTabs organization={organization} buyer={query.data} />
          </div>
        </>
      ) : missing ? (
        <UnknownBuyer organization={organization} phone={phone} />
      ) : query.error ? (
        <ErrorCard
          what={t('card.what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="lg" role="status">
      <Skeleton h={56} w="min(420px, 90%)" />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Skeleton h={240} radius="lg" />
        <Skeleton h={360} radius="lg" />
      </SimpleGrid>
    </Stack>
  )
}

type UnknownProps = { organization: Organization; phone: string | undefined }

function UnknownBuyer({ organization, phone }: UnknownProps) {
  const t = useText('buyers')
  const shell = useText('shell')
  const navigate = useNavigate()
  const [adding, dialog] = useDisclosure()
  return (
    <>
      <PageHeader title={shell('page.buyer')} />
      <EmptyState
        icon={<IconUserQuestion size={32} stroke={1.5} />}
        title={t('card.not_found')}
        text={t('card.not_found.text')}
        action={<Button onClick={dialog.open}>{t('card.register')}</Button>}
      />
      <CreateBuyer
        organization={organization}
        opened={adding}
        onClose={dialog.close}
        phone={phone && normalizePhone(phone)}
        onCreated={(id) => {
          dialog.close()
          void navigate({ href: paths.buyer_by_id(organization.id, id) })
        }}
      />
    </>
  )
}

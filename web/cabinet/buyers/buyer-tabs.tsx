/** The history, the receipts, the messages and the profile of a buyer. */
import { Card, Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useText } from '../../text/text.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BuyerReceipts } from './buyer-receipts.tsx'
import { History } from './history.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { BuyerWhole } from './queries.ts'

// Most come for the history; the field to write in is fetched with its tab.
const Thread = lazy(() => import('./thread.tsx').then((part) => ({ default: part.Thread })))

const TABS = ['history', 'receipts', 'messages', 'profile'] as const

type Props = { organization: Organization; buyer: BuyerWhole }

export function BuyerTabs({ organization, buyer }: Props) {
  const t = useText('buyers')
  const [address, change] = useAddress()
  const shown = TABS.find((tab) => tab === address.tab) ?? 'history'
  return (
    <Tabs
      value={shown}
      onChange={(tab) => change({ tab: tab ?? undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="history">
        <History organization={organization} buyer={buyer} />
      </Tabs.Panel>
      <Tabs.Panel value="receipts">
        <BuyerReceipts organization={organization} buyer={buyer} />
      </Tabs.Panel>
      <Tabs.Panel value="messages">
        <Suspense fallback={<FormSkeleton fields={3} />}>
          <Thread organization={organization} buyer_id={buyer.profile.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="profile">
        <Card maw={560}>
          <ProfileForm organization={organization} buyer={buyer} />
        </Card>
      </Tabs.Panel>
    </Tabs>
  )
}

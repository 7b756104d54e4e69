import { Tabs } from '@mantine/core'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { useText } from '../../text/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'

const TABS = ['overview', 'profile'] as const

export function OverviewPage() {
  return (
    <WithOrganization>{(organization) => <Main organization={organization} />}</WithOrganization>
  )
}

function Main({ organization }: { organization: Organization }) {
  const t = useText('overview')
  const [address, change] = useAddress()
  const shown = TABS.find((tab) => tab === address.tab) ?? 'overview'
  return (
    <>
      <PageHeader
        title={organization.name}
        purpose={t(shown === 'profile' ? 'purpose.profile' : 'purpose')}
        document_title={`${t(`tab.${shown}`)} · ${organization.name}`}
      />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(tab) => change({ tab: tab === 'overview' ? undefined : (tab ?? undefined) })}
      >
        <Tabs.List mb="lg">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="profile">
          <ProfileTab organization={organization} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

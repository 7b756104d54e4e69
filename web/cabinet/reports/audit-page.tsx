/** The log of acts, and what looked unusual beside it. */
import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { today } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { ActsTab, actsAskOf } from './acts-tab.tsx'
import { ExportMenu } from './export-menu.tsx'

const AnomaliesTab = lazy(async () => ({
  default: (await import('./anomalies-tab.tsx')).AnomaliesTab,
}))

const TABS = ['acts', 'anomalies'] as const

export function AuditPage() {
  return (
    <WithOrganization>{(organization) => <Audit organization={organization} />}</WithOrganization>
  )
}

function Audit({ organization }: { organization: Organization }) {
  const t = useText('audit')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'acts'
  const { page: _page, limit: _limit, ...ask } = actsAskOf(address, today(organization.timezone))
  return (
    <>
      <PageHeader
        title={shell('page.audit')}
        purpose={t(tab === 'acts' ? 'purpose' : 'anomalies.purpose')}
        actions={
          tab === 'acts' ? (
            <ExportMenu ask={{ report: 'audit', organization_id: organization.id, ...ask }} />
          ) : null
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          change({ tab: next === 'acts' ? undefined : (next ?? undefined), page: undefined })
        }
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="acts">
          <ActsTab organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="anomalies">
          <Suspense fallback={<TableSkeleton />}>
            <AnomaliesTab organization={organization} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** What the platform's people run: tariffs, payments, promo codes, requests, organizations. */
import { Button, Tabs } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import { paths } from '../../shell/paths.ts'
import { useProfile } from '../../shell/profile.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { FeedbackTab } from './feedback-tab.tsx'
import { OrganizationsTab } from './organizations-tab.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { PromoTab } from './promo-tab.tsx'
import { TariffsTab } from './tariffs-tab.tsx'

const tabs = {
  tariffs: TariffsTab,
  payments: PaymentsTab,
  promo: PromoTab,
  feedback: FeedbackTab,
  organizations: OrganizationsTab,
} as const
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[]

export function AdminPage() {
  const t = useText('admin')
  const profile = useProfile()
  const { values, set } = useFilters({ tab: 'tariffs' })
  const tab = names.find((name) => name === values.tab) ?? 'tariffs'
  const Shown = tabs[tab]
  if (!profile) return <PageSkeleton />
  if (!profile.is_platform_administrator) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={t('denied')} />
      </>
    )
  }
  if (profile.second_factor === null) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          icon={<IconLock size={32} stroke={1.5} />}
          title={t('factor.title')}
          text={t('factor.text')}
          action={
            <Button component={PageLink} href={paths.security}>
              {t('factor.button')}
            </Button>
          }
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          <Button component={PageLink} href={paths.cities} variant="default">
            {t('cities')}
          </Button>
        }
      />
      <Tabs value={tab} onChange={(next) => set({ tab: next ?? 'tariffs' })}>
        <Tabs.List mb="lg">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Shown />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

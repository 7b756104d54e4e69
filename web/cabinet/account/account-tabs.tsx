import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'

/** The two pages of the account; each has its own address. */
export function AccountTabs({ value }: { value: 'profile' | 'security' }) {
  const t = useText('account')
  const navigate = useNavigate()
  return (
    <Tabs
      value={value}
      mb="lg"
      onChange={(next) =>
        void navigate({ href: next === 'security' ? paths.security : paths.account })
      }
    >
      <Tabs.List aria-label={t('tabs.label')}>
        <Tabs.Tab value="profile">{t('tab.profile')}</Tabs.Tab>
        <Tabs.Tab value="security">{t('tab.security')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}

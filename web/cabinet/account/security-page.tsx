import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../shell/profile.ts'
import { useText } from '../../text/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AccountTabs } from './account-tabs.tsx'
import classes from './account.module.css'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SecurityEvents } from './security-events.tsx'
import { Sessions } from './sessions.tsx'

export function SecurityPage() {
  const t = useText('account')
  const { data } = useQuery(profileQuery)
  return (
    <>
      <PageHeader title={t('security.title')} purpose={t('security.purpose')} />
      <AccountTabs value="security" />
      <div className={classes.column}>
        {data ? <ChangePassword hasPassword={data.has_password} /> : null}
        {data ? <SecondFactor profile={data} /> : null}
        <Sessions />
        <SecurityEvents />
      </div>
    </>
  )
}

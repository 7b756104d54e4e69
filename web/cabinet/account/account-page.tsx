import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../shell/profile.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SocialLinks } from './social-links.tsx'

export function AccountPage() {
  const t = useText('account')
  const query = useQuery(profileQuery)
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <AccountTabs value="profile" />
      {query.error && !query.data ? (
        <ErrorCard
          what={t('what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <>
          <ProfileForm profile={query.data} />
          <SocialLinks profile={query.data} />
          <DeleteAccount profile={query.data} />
        </>
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

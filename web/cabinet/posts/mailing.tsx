/** One mailing: a draft is written, everything later is watched. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { readChosen } from '../../shell/segments/filter.ts'
import { segmentsQuery } from '../../shell/segments/queries.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BackButton } from './back-button.tsx'
import { MailingBadge } from './badges.tsx'
import { MailingForm } from './mailing-form.tsx'
import { mailingFor } from './mailing-values.ts'
import { liveQuery, useCreatePost, useSavePost } from './queries.ts'

// Its table of recipients is not of a draft.
const MailingReport = lazy(async () => ({
  default: (await import('./mailing-report.tsx')).MailingReport,
}))

type Props = { organization: Organization; post_id: string }

export function Mailing({ organization, post_id }: Props) {
  return post_id === 'new' ? (
    <NewMailing organization={organization} />
  ) : (
    <StoredMailing organization={organization} post_id={post_id} />
  )
}

function NewMailing({ organization }: { organization: Organization }) {
  const t = useText('mailings')
  const [address, change] = useAddress()
  const segments = useQuery(segmentsQuery(organization.id))
  const save = useCreatePost(organization.id, 'manual_notification', (post) => {
    toast.done(t('saved'))
    change({ post: post.id, segment: undefined, filter: undefined }, { sure: true })
  })
  return (
    <>
      <PageHeader title={t('add')} actions={<BackButton />} />
      {segments.data ? (
        <MailingForm
          organization={organization}
          segments={segments.data}
          stored={{ version: 0 }}
          begun={mailingFor(readChosen(address))}
          save={save}
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </>
  )
}

function StoredMailing({ organization, post_id }: Props) {
  const t = useText('mailings')
  const posts = useText('posts')
  const { data: post, error, refetch } = useQuery(liveQuery(post_id))
  const segments = useQuery(segmentsQuery(organization.id))
  const save = useSavePost(post_id)
  if (error && !post) {
    return (
      <ErrorCard
        what={t('what')}
        error={error}
        sentence={problemSentence(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!post || !segments.data) return <FormSkeleton fields={5} />
  return (
    <>
      <PageHeader
        title={post.title || posts('untitled')}
        beside={<MailingBadge post={post} />}
        actions={<BackButton />}
      />
      {post.status === 'draft' ? (
        // A form is born with one version of its post; another version makes another form.
        <MailingForm
          key={post.version}
          organization={organization}
          segments={segments.data}
          stored={post}
          save={save}
        />
      ) : (
        <Suspense fallback={<FormSkeleton fields={5} />}>
          <MailingReport organization={organization} post={post} />
        </Suspense>
      )}
    </>
  )
}

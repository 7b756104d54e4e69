/** What the shop tells of itself, and the zone where it can be deleted. */
import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { DangerZone } from './danger-zone.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { changesOf, type ProfileValues, rulesOf, toValues } from './profile-values.ts'
import { type Profile, profileQuery, takeProfile, useSaveProfile } from './queries.ts'

export function ProfileTab({ organization }: { organization: Organization }) {
  const t = useText('overview')
  const { data, error, refetch } = useQuery(profileQuery(organization.id))
  if (data) {
    return (
      <>
        {/* A form is born with one version of the profile; another version makes another form. */}
        <ProfileForm key={data.version} profile={data} />
        <DangerZone organization={organization} />
      </>
    )
  }
  if (!error) return <FormSkeleton fields={8} />
  return (
    <ErrorCard
      what={t('what')}
      error={error}
      sentence={problemSentence(error)}
      onRetry={() => void refetch()}
    />
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useText('overview')
  const stored = toValues(profile)
  const { form, page } = useStoredForm<Profile, ProfileValues>({
    name: `profile ${profile.id}`,
    stored: profile,
    toValues,
    validate: rulesOf(t),
    changesOf: (values) => changesOf(values, stored),
    save: useSaveProfile(profile.id),
    onSaved: () => void toast.done(t('profile.saved')),
    take: takeProfile,
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
    errorsOf: (error) =>
      error instanceof ApiProblem && error.code === 'name_taken'
        ? { name: problemSentence(error) }
        : undefined,
  })
  return page(<ProfileFields form={form} profile={profile} />)
}

function differencesOf(
  mine: ProfileValues,
  theirs: ProfileValues,
  t: ReturnType<typeof useText<'overview'>>,
) {
  const names = Object.keys(mine) as (keyof ProfileValues)[]
  return names
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => ({
      label: t(`profile.${name}` as TextKey<'overview'>),
      mine: mine[name] || t('none'),
      theirs: theirs[name] || t('none'),
    }))
}

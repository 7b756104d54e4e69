/** What the shop tells of itself, and the zone where it can be deleted. */
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { FormPage } from '../../ui/form-page.tsx'
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
  const [fresh, setFresh] = useState<Profile>()
  const save = useSaveProfile(profile.id)
  const stored = toValues(profile)
  const form = useForm<ProfileValues>({
    initialValues: stored,
    validate: rulesOf(t),
    validateInputOnBlur: true,
  })
  const send = (values: ProfileValues, version: number) =>
    save.mutate(
      { ...changesOf(values, stored), version },
      {
        onSuccess: () => void toast.done(t('profile.saved')),
        onError(error) {
          const code = error instanceof ApiProblem ? error.code : undefined
          if (code === 'version_conflict') {
            const { data } = error as ApiProblem
            if (data) setFresh(data as Profile)
          } else if (code === 'name_taken') form.setErrors({ name: problemSentence(error) })
          else form.setErrors(fieldSentences(error))
        },
      },
    )
  return (
    <>
      <FormPage
        dirty={form.isDirty()}
        pending={save.isPending}
        onSubmit={form.onSubmit((values) => send(values, profile.version))}
        onReset={() => {
          form.reset()
          save.reset()
        }}
        {...(save.error && !fresh ? { error: problemSentence(save.error) } : {})}
      >
        <ProfileFields form={form} profile={profile} />
      </FormPage>
      <ConflictDialog
        opened={fresh !== undefined}
        onClose={() => setFresh(undefined)}
        pending={save.isPending}
        differences={fresh ? differencesOf(form.values, toValues(fresh), t) : []}
        onOverwrite={() => {
          if (!fresh) return
          setFresh(undefined)
          send(form.values, fresh.version)
        }}
        onTake={() => {
          if (!fresh) return
          setFresh(undefined)
          form.reset()
          takeProfile(fresh)
        }}
        words={{
          title: t('conflict.title'),
          text: t('conflict.text'),
          show: t('conflict.show'),
          overwrite: t('conflict.overwrite'),
          take: t('conflict.take'),
          field: t('conflict.field'),
          mine: t('conflict.mine'),
          theirs: t('conflict.theirs'),
          close: t('close'),
        }}
      />
    </>
  )
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

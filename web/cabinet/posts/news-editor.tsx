/** One piece of news: what it says, when it is out, how a chat shows it. */
import { Button, Card, Checkbox, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { POST_TITLE_MAX } from '#contract/limits.ts'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { dateTime, number, zoneName } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BackButton } from './back-button.tsx'
import { NewsBadge } from './badges.tsx'
import { ContentFields } from './content-fields.tsx'
import classes from './posts.module.css'
import { leadsToDifference } from './leads-to-difference.tsx'
import { Preview } from './preview.tsx'
import {
  type Post,
  postQuery,
  takePost,
  useCreatePost,
  useDelete,
  useSavePost,
  useSend,
} from './queries.ts'
import { TrialCard } from './trial-card.tsx'
import { changesOf, newValues, roomOf, toValues, validate, type Values } from './values.ts'

const ConfirmDanger = lazy(async () => ({
  default: (await import('../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

type EditorProps = { organization: Organization; post_id: string }

export function NewsEditor({ organization, post_id }: EditorProps) {
  return post_id === 'new' ? (
    <NewNews organization={organization} />
  ) : (
    <StoredNews organization={organization} post_id={post_id} />
  )
}

function NewNews({ organization }: { organization: Organization }) {
  const t = useText('posts')
  const [, change] = useAddress()
  const save = useCreatePost(organization.id, 'news', (post) => {
    toast.done(t('saved'))
    change({ post: post.id }, { sure: true })
  })
  return (
    <>
      <PageHeader title={t('news.new')} actions={<BackButton />} />
      <NewsForm organization={organization} stored={{ version: 0 }} save={save} />
    </>
  )
}

function StoredNews({ organization, post_id }: EditorProps) {
  const t = useText('posts')
  const { data: post, error, refetch } = useQuery(postQuery(post_id))
  const save = useSavePost(post_id)
  if (error && !post) {
    return (
      <ErrorCard
        what={t('news.what')}
        error={error}
        sentence={problemSentence(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!post) return <FormSkeleton fields={5} />
  return (
    <>
      <PageHeader
        title={post.title || t('untitled')}
        beside={<NewsBadge post={post} />}
        actions={<BackButton />}
      />
      {/* A form is born with one version of its post; another version makes another form. */}
      <NewsForm key={post.version} organization={organization} stored={post} save={save} />
    </>
  )
}

/** A new one has nothing stored but the version nothing has. */
type Stored = Post | { version: 0 }
const isMade = (stored: Stored): stored is Post => 'text' in stored
const valuesOf = (stored: Stored): Values => (isMade(stored) ? toValues(stored) : newValues)

type FormProps = {
  organization: Organization
  stored: Stored
  save: UseMutationResult<Stored, Error, { version: number }>
}

function NewsForm({ organization, stored, save }: FormProps) {
  const t = useText('posts')
  const shell = useText('shell')
  const post = isMade(stored) ? stored : null
  const { form, page } = useStoredForm<Stored, Values>({
    name: `news ${post?.id ?? 'new'} ${organization.id}`,
    stored,
    toValues: valuesOf,
    validate: (values) => validate(values, 'news', t),
    changesOf: (values) => changesOf(values, valuesOf(stored)),
    save,
    onSaved: () => post && void toast.done(t('saved')),
    take: (fresh) => isMade(fresh) && takePost(fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t, shell),
  })
  const { values } = form
  return page(
    <>
      <Section title={t('section.text')}>
        <TextInput
          label={t('field.title')}
          withAsterisk
          maxLength={POST_TITLE_MAX}
          {...form.getInputProps('title')}
        />
        <ContentFields
          form={form}
          organization_id={organization.id}
          room={roomOf(values, 'news')}
        />
      </Section>
      <Section title={t('section.when')}>
        <Checkbox
          label={t('field.pinned')}
          {...form.getInputProps('pinned', { type: 'checkbox' })}
        />
        {post && post.published_at ? null : (
          <TextInput
            label={t('field.scheduled')}
            type="datetime-local"
            maw={280}
            description={t('scheduled.hint', { zone: zoneName(organization.timezone) })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('scheduled_at')}
          />
        )}
      </Section>
    </>,
    <div className={classes.aside}>
      {post ? (
        <StatusCard post={post} timezone={organization.timezone} dirty={form.isDirty()} />
      ) : null}
      <Preview {...values} />
      {post ? <TrialCard post_id={post.id} disabled={form.isDirty()} /> : null}
    </div>,
  )
}

function differencesOf(
  mine: Values,
  theirs: Values,
  t: Text<'posts'>,
  shell: Text<'shell'>,
): Difference[] {
  const label = (field: keyof Values) =>
    t(`field.${field === 'scheduled_at' ? 'scheduled' : field}` as TextKey<'posts'>)
  const words = (Object.keys(mine) as (keyof Values)[])
    .filter((field) => field !== 'button_leads_to' && field !== 'button_product_id')
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      label: label(field),
      mine: String(mine[field] ?? ''),
      theirs: String(theirs[field] ?? ''),
    }))
  return [...words, ...leadsToDifference(mine, theirs, shell)]
}

type StatusProps = { post: Post; timezone: string; dirty: boolean }

function StatusCard({ post, timezone, dirty }: StatusProps) {
  const t = useText('posts')
  const send = useSend()
  const [asked, setAsked] = useState(false)
  const publish = () =>
    send.mutate(
      { id: post.id },
      {
        onSuccess: ({ status }) =>
          void toast.done(t(status === 'scheduled' ? 'done.scheduled' : 'done.published')),
        onError: (error) => void toast.problem(error),
      },
    )
  return (
    <Card padding="lg" className={classes.card}>
      <p className={classes.quiet}>{standing(post, timezone, t)}</p>
      {post.stats.seen > 0 ? (
        <p className={classes.quiet}>
          {t('seen_by', { count: post.stats.seen, amount: number(post.stats.seen) })}
        </p>
      ) : null}
      <div className={classes.actions}>
        {post.status === 'draft' ? (
          <Button disabled={dirty} loading={send.isPending} onClick={publish}>
            {t(post.scheduled_at ? 'act.plan' : 'act.publish')}
          </Button>
        ) : null}
        <Button variant="subtle" color="kalyna" onClick={() => setAsked(true)}>
          {t('act.delete')}
        </Button>
      </div>
      {dirty && post.status === 'draft' ? <p className={classes.quiet}>{t('save_first')}</p> : null}
      {asked ? (
        <Suspense>
          <DeleteQuestion post={post} onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </Card>
  )
}

function standing(post: Post, timezone: string, t: Text<'posts'>): string {
  if (post.status === 'draft') return t('draft.text')
  const moment = dateTime(post.published_at ?? post.scheduled_at ?? post.updated_at, timezone)
  return t(post.status === 'scheduled' ? 'scheduled.text' : 'published.text', { moment })
}

function DeleteQuestion({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useText('posts')
  const [, change] = useAddress()
  const remove = useDelete()
  const { seen } = post.stats
  return (
    <ConfirmDanger
      opened
      onClose={onClose}
      title={t('delete.title')}
      verb={t('act.delete')}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(post, {
          onSuccess() {
            toast.done(t('done.deleted'))
            change({ post: '' }, { sure: true })
          },
        })
      }
      {...(remove.error ? { error: problemSentence(remove.error) } : {})}
    >
      {post.status === 'draft'
        ? t('delete.draft')
        : t('delete.published', { count: seen, amount: number(seen) })}
    </ConfirmDanger>
  )
}

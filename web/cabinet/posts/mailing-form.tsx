/** A mailing while it is a draft: to whom, what, when; beside it whom it reaches. */
import { Button, Card, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { POST_TITLE_MAX } from '#contract/limits.ts'
import { printedVariables } from '#contract/post-variables.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { zoneName } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { currentLocale, type Text, type TextKey, useText } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Section } from '../../ui/section.tsx'
import { AudienceFields, type Segments } from './audience-fields.tsx'
import { ContentFields } from './content-fields.tsx'
import { DeleteMailing } from './delete-mailing.tsx'
import {
  askOf,
  fieldsOf,
  type MailingValues,
  newMailing,
  toMailing,
  validateMailing,
} from './mailing-values.ts'
import classes from './posts.module.css'
import { Preview } from './preview.tsx'
import { leadsToDifference } from './leads-to-difference.tsx'
import { type Post, takePost, useSend } from './queries.ts'
import { ReachCard } from './reach-card.tsx'
import { sampleOf } from './sample.ts'
import { TrialCard } from './trial-card.tsx'
import { changesOf, roomOf } from './values.ts'

/** A new one has nothing stored but the version nothing has. */
type Stored = Post | { version: 0 }
const isMade = (stored: Stored): stored is Post => 'text' in stored

type Props = {
  organization: Organization
  segments: Segments
  stored: Stored
  /** What a new one begins with. */
  begun?: MailingValues
  save: UseMutationResult<Stored, Error, { version: number }>
}

export function MailingForm({ organization, segments, stored, begun = newMailing, save }: Props) {
  const t = useText('mailings')
  const posts = useText('posts')
  const shell = useText('shell')
  const post = isMade(stored) ? stored : null
  const presets = segments.presets
  const valuesOf = (of: Stored) => (isMade(of) ? toMailing(of, presets) : begun)
  const { form, page } = useStoredForm<Stored, MailingValues>({
    name: `mailing ${post?.id ?? 'new'} ${organization.id}`,
    stored,
    toValues: valuesOf,
    validate: (values) => validateMailing(values, posts, t),
    changesOf: (values) =>
      changesOf(fieldsOf(values, presets), post ? fieldsOf(valuesOf(stored), presets) : nothing),
    save,
    onSaved: () => post && void toast.done(t('saved')),
    take: (fresh) => isMade(fresh) && takePost(fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, posts, shell),
  })
  const { values } = form
  return page(
    <>
      <Section title={t('section.whom')}>
        <AudienceFields form={form} organization_id={organization.id} segments={segments} />
      </Section>
      <Section title={t('section.what')}>
        <TextInput
          label={t('field.title')}
          maxLength={POST_TITLE_MAX}
          {...form.getInputProps('title')}
        />
        <ContentFields
          form={form}
          organization_id={organization.id}
          room={roomOf(values, 'manual_notification')}
        />
        <p className={classes.quiet}>{t('variables.hint', { names: variablesFor(t) })}</p>
      </Section>
      <Section title={t('section.when')}>
        <TextInput
          label={t('field.scheduled')}
          type="datetime-local"
          maw={280}
          description={t('scheduled.hint', { zone: zoneName(organization.timezone) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('scheduled_at')}
        />
        <NumberField
          label={t('field.control')}
          description={t('control.hint')}
          maw={280}
          unit="%"
          min={0}
          max={50}
          {...form.getInputProps('control_percent')}
        />
      </Section>
    </>,
    <div className={classes.aside}>
      <ReachCard
        organization={organization}
        audience={askOf(values, presets)}
        onPlan={(local) => form.setFieldValue('scheduled_at', local)}
      />
      {post ? <SendCard post={post} dirty={form.isDirty()} /> : null}
      <Preview
        text={sampleOf(values.text, organization, t)}
        image={values.image}
        button_text={values.button_text}
      />
      {post ? <TrialCard post_id={post.id} disabled={form.isDirty()} /> : null}
    </div>,
  )
}

const nothing = Object.fromEntries(
  Object.keys(fieldsOf(newMailing, [])).map((key) => [key, '']),
) as Record<string, string>

/** The variables as this language writes them, the first once more with words behind the bar. */
function variablesFor(t: Text<'mailings'>): string {
  const all = printedVariables(currentLocale())
  const [first = ''] = all
  return [...all, first.replace('}', `|${t('sample.word')}}`)].join(', ')
}

function differencesOf(
  mine: MailingValues,
  theirs: MailingValues,
  t: Text<'posts'>,
  shell: Text<'shell'>,
): Difference[] {
  const words = (['title', 'text', 'image', 'button_text', 'button_url'] as const)
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      label: t(`field.${field}` as TextKey<'posts'>),
      mine: mine[field] ?? '',
      theirs: theirs[field] ?? '',
    }))
  return [...words, ...leadsToDifference(mine, theirs, shell)]
}

function SendCard({ post, dirty }: { post: Post; dirty: boolean }) {
  const t = useText('mailings')
  const posts = useText('posts')
  const send = useSend()
  return (
    <Card padding="lg" className={classes.card}>
      <div className={classes.actions}>
        <Button
          disabled={dirty}
          loading={send.isPending}
          onClick={() => send.mutate({ id: post.id })}
        >
          {post.scheduled_at ? posts('act.plan') : t('act.send')}
        </Button>
        <DeleteMailing post={post} />
      </div>
      {dirty ? <p className={classes.quiet}>{posts('save_first')}</p> : null}
      {send.error ? (
        <p className={classes.problem} role="alert">
          {problemSentence(send.error)}
        </p>
      ) : null}
    </Card>
  )
}

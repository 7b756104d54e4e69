/** A mailing from its ten seconds on: how far it is, what came of it, who got it. */
import { Button, Card, Progress } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { dateTime, money, number } from '../../text/format.ts'
import { type Text, useText } from '../../text/text.ts'
import { DeleteMailing } from './delete-mailing.tsx'
import classes from './posts.module.css'
import { Preview } from './preview.tsx'
import { type Post, useSteer } from './queries.ts'
import { Recipients } from './recipients.tsx'
import { sampleOf } from './sample.ts'

const ConfirmDanger = lazy(async () => ({
  default: (await import('../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

type Props = { organization: Organization; post: Post }

export function MailingReport({ organization, post }: Props) {
  const t = useText('mailings')
  return (
    <div className={classes.report}>
      <div className={classes.column}>
        <Standing organization={organization} post={post} />
        {post.status === 'scheduled' ? null : (
          <Statistics organization={organization} post={post} />
        )}
        {post.status === 'scheduled' ? null : (
          <Recipients organization={organization} post={post} />
        )}
      </div>
      <div className={classes.aside}>
        <Preview
          text={sampleOf(post.text, organization, t)}
          image={post.image}
          button_text={post.button_text ?? ''}
        />
      </div>
    </div>
  )
}

function Standing({ organization, post }: Props) {
  const t = useText('mailings')
  const steer = useSteer(post.id)
  const [asked, setAsked] = useState(false)
  const { targeted, queued } = post.stats
  const done = targeted - queued
  const act = (step: 'pause' | 'resume' | 'stop') =>
    steer.mutate(step, {
      onSuccess: ({ status }) => status === 'draft' && void toast.done(t('done.undone')),
      onError: (error) => void toast.problem(error),
    })
  const working = post.status === 'sending' || post.status === 'paused'
  return (
    <Card padding="lg" className={classes.card}>
      <p className={classes.main} role="status">
        {standing(post, organization, t)}
      </p>
      {working || post.status === 'sent' ? (
        <>
          <Progress
            value={targeted === 0 ? 100 : (done * 100) / targeted}
            aria-label={t('progress', { done: number(done), all: number(targeted) })}
          />
          <p className={classes.quiet}>
            {t('progress', { done: number(done), all: number(targeted) })}
          </p>
        </>
      ) : null}
      <div className={classes.actions}>
        {post.status === 'scheduled' ? (
          <Button variant="default" loading={steer.isPending} onClick={() => act('stop')}>
            {t('act.undo')}
          </Button>
        ) : null}
        {post.status === 'sending' && !post.stopped ? (
          <Button variant="default" loading={steer.isPending} onClick={() => act('pause')}>
            {t('act.pause')}
          </Button>
        ) : null}
        {post.status === 'paused' ? (
          <Button loading={steer.isPending} onClick={() => act('resume')}>
            {t('act.resume')}
          </Button>
        ) : null}
        {working && !post.stopped ? (
          <Button variant="subtle" color="kalyna" onClick={() => setAsked(true)}>
            {t('act.stop')}
          </Button>
        ) : null}
        {post.status === 'sent' || post.status === 'failed' ? <DeleteMailing post={post} /> : null}
      </div>
      {asked ? (
        <Suspense>
          <ConfirmDanger
            opened
            onClose={() => setAsked(false)}
            title={t('stop.title')}
            verb={t('act.stop')}
            pending={steer.isPending}
            onConfirm={() => {
              act('stop')
              setAsked(false)
            }}
          >
            {t('stop.text', { queued: number(queued) })}
          </ConfirmDanger>
        </Suspense>
      ) : null}
    </Card>
  )
}

/** Nearer than this the seconds are counted. */
const SOON_MS = 60_000

function standing(post: Post, { timezone }: Organization, t: Text<'mailings'>): string {
  if (post.status === 'failed') {
    return t(post.failure === 'tariff_limit' ? 'failed.tariff_limit' : 'failed.other')
  }
  if (post.status !== 'scheduled' || !post.scheduled_at) {
    return t(post.stopped ? 'status.stopped' : `status.${post.status}`)
  }
  const left = new Date(post.scheduled_at).getTime() - Date.now()
  return left < SOON_MS
    ? t('soon', { count: Math.max(0, Math.ceil(left / 1000)) })
    : t('planned', { moment: dateTime(post.scheduled_at, timezone) })
}

function Statistics({ organization, post }: Props) {
  const t = useText('mailings')
  const { stats } = post
  const counts = [
    ...(['targeted', 'queued', 'sent', 'delivered'] as const),
    // Only Viber tells what was read.
    ...(stats.seen > 0 ? (['seen'] as const) : []),
    ...(['clicked', 'failed', 'blocked', 'skipped'] as const),
    ...(['unsubscribed', 'purchases'] as const),
  ]
  const rows: [string, string][] = [
    ...counts.map((name): [string, string] => [t(`stats.${name}`), number(stats[name])]),
    [t('stats.revenue'), money(stats.revenue, organization.currency)],
  ]
  return (
    <Card padding="lg" className={classes.card} component="section" aria-label={t('stats.title')}>
      <h2 className={classes.cardTitle}>{t('stats.title')}</h2>
      <dl className={classes.stats}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stats.control > 0 ? (
        <p className={classes.quiet}>
          {t('stats.control', {
            bought: number(stats.control_purchases),
            all: number(stats.control),
          })}
        </p>
      ) : null}
    </Card>
  )
}

/** Takes a mailing away, after telling what is lost with it. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAddress } from '../../shell/address.ts'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { type Post, useDelete } from './queries.ts'

const ConfirmDanger = lazy(async () => ({
  default: (await import('../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

export function DeleteMailing({ post }: { post: Post }) {
  const t = useText('mailings')
  const posts = useText('posts')
  const [, change] = useAddress()
  const [asked, setAsked] = useState(false)
  const remove = useDelete()
  const { sent, clicked } = post.stats
  return (
    <>
      <Button variant="subtle" color="kalyna" onClick={() => setAsked(true)}>
        {posts('act.delete')}
      </Button>
      {asked ? (
        <Suspense>
          <ConfirmDanger
            opened
            onClose={() => setAsked(false)}
            title={t('delete.title')}
            verb={posts('act.delete')}
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
              ? posts('delete.draft')
              : t('delete.text', { sent: number(sent), clicked: number(clicked) })}
          </ConfirmDanger>
        </Suspense>
      ) : null}
    </>
  )
}

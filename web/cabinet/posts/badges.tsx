/** Where a post stands. */
import { Badge } from '@mantine/core'
import { useText } from '../../text/text.ts'
import type { Post } from './queries.ts'

const newsColors = { draft: 'stone', scheduled: 'blue', published: 'spruce' } as const

export function NewsBadge({ post }: { post: Post }) {
  const t = useText('posts')
  const status = post.status === 'draft' || post.status === 'scheduled' ? post.status : 'published'
  return (
    <Badge color={newsColors[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  )
}

const mailingColors = {
  ...{ draft: 'stone', scheduled: 'blue', sending: 'blue', sent: 'spruce', paused: 'stone' },
  ...{ failed: 'kalyna', stopped: 'stone' },
} as const

export function MailingBadge({ post }: { post: Post }) {
  const t = useText('mailings')
  const status = post.stopped && post.status === 'sent' ? 'stopped' : post.status
  return (
    <Badge color={mailingColors[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  )
}

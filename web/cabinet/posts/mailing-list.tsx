/** The mailings of a shop, newest first, with what came of each. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconSend } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import type { ChangeAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { dateTime, moneyWhole, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { MailingBadge } from './badges.tsx'
import { NoBot } from './no-bot.tsx'
import classes from './posts.module.css'
import { type Post, postsQuery } from './queries.ts'

type ListProps = { organization: Organization; page: number; change: ChangeAddress }

export function MailingList({ organization, page, change }: ListProps) {
  const t = useText('mailings')
  const posts = useText('posts')
  const shell = useText('shell')
  const query = useQuery(postsQuery(organization.id, 'manual_notification', page))
  const open = (post: string) => change({ post }, { step: true })
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.75} />} onClick={() => open('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={shell('page.mailings')}
        purpose={t('purpose')}
        actions={query.data?.total === 0 ? undefined : add}
      />
      <NoBot organization_id={organization.id} />
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        columns={columnsOf(organization, t, posts)}
        rowId={({ id }) => id}
        card={(post) => cardOf(post, organization, t, posts)}
        onRowClick={({ id }) => open(id)}
        onPageChange={(next) => change({ page: String(next) })}
        empty={
          <EmptyState
            icon={<IconSend size={32} stroke={1.5} />}
            title={t('empty')}
            text={t('empty.text')}
            action={add}
          />
        }
      />
    </>
  )
}

const momentOf = (post: Post, { timezone }: Organization) =>
  dateTime(post.published_at ?? post.scheduled_at ?? post.updated_at, timezone)

function cardOf(post: Post, organization: Organization, t: Text<'mailings'>, posts: Text<'posts'>) {
  return {
    title: post.title || posts('untitled'),
    value: <MailingBadge post={post} />,
    line: `${momentOf(post, organization)} · ${t('col.sent')}: ${number(post.stats.sent)}`,
  }
}

function columnsOf(
  organization: Organization,
  t: Text<'mailings'>,
  posts: Text<'posts'>,
): DataTableColumn<Post>[] {
  const figure = (title: string, render: (post: Post) => string): DataTableColumn<Post> => ({
    accessor: title,
    title,
    textAlign: 'right',
    render,
  })
  return [
    {
      accessor: 'title',
      title: t('col.name'),
      render: (post) => (
        <>
          <PageLink
            className={classes.name}
            href={`${paths.manual_notifications(organization.id)}?post=${post.id}`}
          >
            {post.title || posts('untitled')}
          </PageLink>
          <p className={classes.quiet}>{post.text.replaceAll('**', '').slice(0, 80)}</p>
        </>
      ),
    },
    {
      accessor: 'status',
      title: t('col.status'),
      render: (post) => <MailingBadge post={post} />,
    },
    {
      accessor: 'updated_at',
      title: t('col.date'),
      noWrap: true,
      render: (post) => momentOf(post, organization),
    },
    figure(t('col.sent'), ({ stats }) => number(stats.sent)),
    figure(t('col.clicked'), ({ stats }) => number(stats.clicked)),
    figure(t('col.revenue'), ({ stats }) => moneyWhole(stats.revenue, organization.currency)),
    figure(t('col.unsubscribed'), ({ stats }) => number(stats.unsubscribed)),
  ]
}

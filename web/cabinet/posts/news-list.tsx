/** The news of a shop, newest first, with how many have opened each. */
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconNews, IconPlus } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import type { ChangeAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { PageLink } from '../../shell/link.tsx'
import { dateTime, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { NewsBadge } from './badges.tsx'
import { NoBot } from './no-bot.tsx'
import classes from './posts.module.css'
import { type Post, postsQuery } from './queries.ts'

type ListProps = { organization: Organization; page: number; change: ChangeAddress }

export function NewsList({ organization, page, change }: ListProps) {
  const t = useText('posts')
  const shell = useText('shell')
  const query = useQuery(postsQuery(organization.id, 'news', page))
  const open = (post: string) => change({ post }, { step: true })
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.75} />} onClick={() => open('new')}>
      {t('news.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={shell('page.news')}
        purpose={t('news.purpose')}
        actions={query.data?.total === 0 ? undefined : add}
      />
      <NoBot organization_id={organization.id} />
      <DataPage
        query={query}
        what={t('news.what')}
        sentence={problemSentence}
        columns={columnsOf(organization, t)}
        rowId={({ id }) => id}
        card={(post) => cardOf(post, organization, t)}
        onRowClick={({ id }) => open(id)}
        onPageChange={(next) => change({ page: String(next) })}
        empty={
          <EmptyState
            icon={<IconNews size={32} stroke={1.5} />}
            title={t('news.empty')}
            text={t('news.empty.text')}
            action={add}
          />
        }
      />
    </>
  )
}

const momentOf = (post: Post, { timezone }: Organization) =>
  dateTime(post.published_at ?? post.scheduled_at ?? post.updated_at, timezone)

const cardOf = (post: Post, organization: Organization, t: Text<'posts'>) => ({
  title: post.title || t('untitled'),
  value: <NewsBadge post={post} />,
  line: `${momentOf(post, organization)} · ${t('col.seen')}: ${number(post.stats.seen)}`,
})

function columnsOf(organization: Organization, t: Text<'posts'>): DataTableColumn<Post>[] {
  return [
    {
      accessor: 'title',
      title: t('col.title'),
      render: (post) => (
        <div className={classes.row}>
          {post.image ? <img src={post.image} alt="" className={classes.thumb} /> : null}
          <div>
            <PageLink
              className={classes.name}
              href={`${paths.news(organization.id)}?post=${post.id}`}
            >
              {post.title || t('untitled')}
            </PageLink>
            <p className={classes.quiet}>{post.text.replaceAll('**', '').slice(0, 80)}</p>
          </div>
        </div>
      ),
    },
    {
      accessor: 'status',
      title: t('col.status'),
      render: (post) => (
        <div className={classes.actions}>
          <NewsBadge post={post} />
          {post.pinned ? <Badge color="stone">{t('pinned')}</Badge> : null}
        </div>
      ),
    },
    {
      accessor: 'updated_at',
      title: t('col.date'),
      noWrap: true,
      render: (post) => momentOf(post, organization),
    },
    {
      accessor: 'stats',
      title: t('col.seen'),
      textAlign: 'right',
      render: ({ stats }) => number(stats.seen),
    },
  ]
}

/** Posts are read in a bot: says so where there is none. */
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../shell/link.tsx'
import { paths } from '../../shell/paths.ts'
import { botsQuery } from '../../shell/shop-bots.ts'
import { useText } from '../../text/text.ts'
import classes from './posts.module.css'

export function NoBot({ organization_id }: { organization_id: string }) {
  const t = useText('posts')
  const { data } = useQuery(botsQuery(organization_id))
  if (!data || data.items.some(({ clients }) => clients.length > 0)) return null
  return (
    <p className={classes.note} role="note">
      {t('bot.none')} <PageLink href={paths.bots(organization_id)}>{t('bot.connect')}</PageLink>
    </p>
  )
}

/** The honest frame of a page that is still being made. */
import { Button } from '@mantine/core'
import { useMatches, useParams } from '@tanstack/react-router'
import { IconHourglass } from '@tabler/icons-react'
import { useText } from '../text/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import classes from './soon-page.module.css'

export function SoonPage() {
  const t = useText('shell')
  const { id } = useParams({ strict: false }) as { id?: string }
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const inCabinet = useMatches({
    select: (matches) => matches.some((m) => m.routeId === '/cabinet'),
  })
  return (
    <div className={inCabinet ? undefined : classes.public}>
      <PageHeader title={title ? t(title) : t('soon.title')} />
      <div className={classes.card}>
        <EmptyState
          icon={<IconHourglass size={32} stroke={1.5} />}
          title={t('soon.title')}
          text={inCabinet ? t('soon.text') : undefined}
          action={
            <Button
              component={PageLink}
              variant="default"
              href={id ? paths.overview(id) : inCabinet ? paths.organizations : paths.index}
            >
              {t(inCabinet ? 'soon.back' : 'soon.back_home')}
            </Button>
          }
        />
      </div>
    </div>
  )
}

/** The four stops a thumb needs on a phone. */
import { useRouterState } from '@tanstack/react-router'
import { IconCashRegister, IconDots, IconHome, IconUsers } from '@tabler/icons-react'
import { useText } from '../text/text.ts'
import classes from './bottom-bar.module.css'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'

export function BottomBar({ id, onMore }: { id: string; onMore: () => void }) {
  const t = useText('shell')
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const stops = [
    { key: 'rail.overview', href: paths.overview(id), icon: IconHome },
    { key: 'rail.buyers', href: paths.buyers(id), icon: IconUsers },
    { key: 'rail.till', href: paths.till, icon: IconCashRegister },
  ] as const
  return (
    <nav className={classes.bar} aria-label={t('nav.main')}>
      {stops.map(({ key, href, icon: Icon }) => (
        <PageLink
          key={key}
          href={href}
          className={classes.stop}
          aria-current={pathname === href ? 'page' : undefined}
        >
          <Icon size={22} stroke={1.75} aria-hidden />
          {t(key)}
        </PageLink>
      ))}
      <button type="button" className={classes.stop} onClick={onMore}>
        <IconDots size={22} stroke={1.75} aria-hidden />
        {t('rail.more')}
      </button>
    </nav>
  )
}

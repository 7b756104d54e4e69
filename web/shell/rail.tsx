/** The left rail of an organization: the switcher and the sections. Icons alone from 768 to 1023 px. */
import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useText } from '../text/text.ts'
import { inboxQuery, unreadOf } from './inbox.ts'
import { PageLink } from './link.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import classes from './rail.module.css'
import { activeItem, railGroups } from './rail-items.ts'

type Props = {
  id: string
  /** In the drawer of a phone: always with words. */
  wide?: boolean
  onChosen?: () => void
}

export function Rail({ id, wide, onChosen }: Props) {
  const t = useText('shell')
  const groups = railGroups(id)
  const { data: inbox } = useQuery(inboxQuery(id))
  const unread = unreadOf(inbox?.items ?? [])
  const active = useRouterState({
    select: ({ location }) =>
      activeItem(groups, location.pathname, (location.search as { tab?: string }).tab),
  })
  return (
    <div className={classes.rail} data-wide={wide || undefined}>
      <OrganizationSwitcher id={id} onChosen={onChosen} />
      <nav aria-label={t('rail.label')} className={classes.nav}>
        {groups.map((group, index) => (
          <div key={group.key ?? index} className={classes.group}>
            {group.key ? <p className={classes.groupName}>{t(group.key)}</p> : null}
            <ul className={classes.list}>
              {group.items.map(({ key, href, icon: Icon }) => (
                <li key={key}>
                  <Tooltip
                    label={t(key)}
                    position="right"
                    disabled={wide}
                    classNames={{ tooltip: classes.tip }}
                  >
                    <PageLink
                      href={href}
                      className={classes.item}
                      aria-current={href === active ? 'page' : undefined}
                      onClick={onChosen}
                    >
                      <Icon size={20} stroke={1.75} aria-hidden />
                      <span className={classes.itemName}>{t(key)}</span>
                      {key === 'rail.inbox' && unread > 0 ? (
                        <span className={classes.count}>
                          <span aria-hidden>{unread}</span>
                          <span className={classes.hidden}>
                            {t('rail.unread', { number: unread })}
                          </span>
                        </span>
                      ) : null}
                    </PageLink>
                  </Tooltip>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

/**
 * The bar of the public pages: docked (transparent) at the top, solid after 30 px of scroll or with
 * the mobile menu open. Its height never changes, so nothing under it moves.
 */
import { Burger, Button, Drawer } from '@mantine/core'
import { useDisclosure, useWindowScroll } from '@mantine/hooks'
import { useText } from '../text/text.ts'
import { Brand } from './brand.tsx'
import { LanguageButton } from './language-panel.tsx'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import { useUser } from './session.ts'
import { ThemeMenu, ThemeToggle } from './theme-toggle.tsx'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The seed's threshold. */
const SOLID_AFTER = 30

const links = [
  { key: 'nav.chat_bot', href: '/#bussiness-chat-bot' },
  { key: 'nav.video', href: '/#video_guide' },
  { key: 'nav.price', href: '/#price' },
  { key: 'nav.contacts', href: '/#contacts' },
  { key: 'nav.manager', href: paths.till },
] as const

export function TopBar() {
  const t = useText('shell')
  const user = useUser()
  const [scroll] = useWindowScroll()
  const [opened, menu] = useDisclosure()
  const solid = opened || scroll.y > SOLID_AFTER
  return (
    <header className={classes.bar} data-solid={solid || undefined}>
      <div className={classes.inner}>
        <Brand />
        <nav className={classes.links} aria-label={t('nav.main')}>
          {links.map(({ key, href }) => (
            <PageLink key={key} href={href} className={classes.link}>
              {t(key)}
            </PageLink>
          ))}
        </nav>
        <div className={classes.tools}>
          <span className={classes.wide}>
            <ThemeMenu />
            <LanguageButton compact />
          </span>
          {user ? (
            <UserMenu user={user} />
          ) : (
            <>
              <Button
                component={PageLink}
                href={paths.login}
                variant="outline"
                className={classes.login}
              >
                {t('nav.login')}
              </Button>
              <Button component={PageLink} href={paths.signup} className={classes.cta}>
                <span className={classes.long}>{t('nav.signup')}</span>
                <span className={classes.short}>{t('nav.signup_short')}</span>
              </Button>
            </>
          )}
          <Burger
            className={classes.burger}
            opened={opened}
            onClick={menu.toggle}
            size="sm"
            aria-label={t(opened ? 'nav.close_menu' : 'nav.menu')}
            aria-expanded={opened}
          />
        </div>
      </div>
      <MobileMenu opened={opened} onClose={menu.close} anonymous={!user} />
    </header>
  )
}

type MenuProps = { opened: boolean; onClose: () => void; anonymous: boolean }

function MobileMenu({ opened, onClose, anonymous }: MenuProps) {
  const t = useText('shell')
  return (
    <Drawer opened={opened} onClose={onClose} size="100%" title={<Brand />} padding="md">
      <nav className={classes.sheet} aria-label={t('nav.main')}>
        {links.map(({ key, href }) => (
          <PageLink key={key} href={href} className={classes.sheetLink} onClick={onClose}>
            {t(key)}
          </PageLink>
        ))}
      </nav>
      <div className={classes.sheetTools}>
        <ThemeToggle fullWidth />
        <LanguageButton />
        {anonymous ? (
          <>
            <Button component={PageLink} href={paths.signup} fullWidth size="lg" onClick={onClose}>
              {t('nav.signup')}
            </Button>
            <Button
              component={PageLink}
              href={paths.login}
              variant="outline"
              fullWidth
              size="lg"
              onClick={onClose}
            >
              {t('nav.login')}
            </Button>
          </>
        ) : null}
      </div>
    </Drawer>
  )
}

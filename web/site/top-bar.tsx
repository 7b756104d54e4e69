/**
 * The bar of the public site: docked (transparent) at the top, solid after 30 px of scroll or with
 * the mobile menu open. Its height never changes, so nothing under it moves. Its links work before
 * and without the browser's code.
 */
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { paths } from '../shell/paths.ts'
import { Brand } from './brand.tsx'
import { LanguageButton } from './language-panel.tsx'
import { scrollByLinks } from './scroll-to.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import classes from './top-bar.module.css'
import { UserDropdown } from './user-dropdown.tsx'
import { useVisitor } from './visitor.ts'
import { useWords } from './words.ts'

/** The seed's threshold. */
const SOLID_AFTER = 30

const links = [
  { key: 'nav.chat_bot', href: '/#bussiness-chat-bot' },
  { key: 'nav.video', href: '/#video_guide' },
  { key: 'nav.price', href: '/#price' },
  { key: 'nav.contacts', href: '/#contacts' },
  { key: 'nav.manager', href: paths.till },
] as const

const useScrolled = () =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('scroll', listener, { passive: true })
      return () => removeEventListener('scroll', listener)
    },
    () => scrollY > SOLID_AFTER,
    () => false,
  )

export function TopBar() {
  const t = useWords('shell')
  const scrolled = useScrolled()
  const visitor = useVisitor()
  const sheet = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(scrollByLinks, [])
  const open = () => {
    sheet.current?.showModal()
    setOpened(true)
  }
  return (
    <header className={classes.bar} data-solid={scrolled || opened || undefined}>
      <div className={classes.inner}>
        <Brand />
        <nav className={classes.links} aria-label={t('nav.main')}>
          {links.map(({ key, href }) => (
            <a key={key} href={href} className={classes.link}>
              {t(key)}
            </a>
          ))}
        </nav>
        <div className={classes.tools}>
          <span className={classes.wide}>
            <ThemeSwitch />
            <LanguageButton compact />
          </span>
          {visitor ? <UserDropdown visitor={visitor} /> : <AnonymousButtons />}
          <button
            type="button"
            className={classes.burger}
            onClick={open}
            aria-expanded={opened}
            aria-haspopup="dialog"
          >
            <IconMenu2 size={24} stroke={1.75} aria-hidden />
            <span className="v-sr">{t('nav.menu')}</span>
          </button>
        </div>
      </div>
      <dialog
        ref={sheet}
        className={classes.sheet}
        aria-label={t('nav.menu')}
        onClose={() => setOpened(false)}
      >
        <MobileMenu close={() => sheet.current?.close()} anonymous={!visitor} />
      </dialog>
    </header>
  )
}

/** Hidden by the style sheet from the first frame when the browser remembers a user. */
function AnonymousButtons() {
  const t = useWords('shell')
  return (
    <span className={classes.anonymous}>
      <a href={paths.login} className={`v-button ${classes.login}`} data-look="outline">
        {t('nav.login')}
      </a>
      <a href={paths.signup} className={`v-button ${classes.cta}`}>
        <span className={classes.long}>{t('nav.signup')}</span>
        <span className={classes.short}>{t('nav.signup_short')}</span>
      </a>
    </span>
  )
}

function MobileMenu({ close, anonymous }: { close: () => void; anonymous: boolean }) {
  const t = useWords('shell')
  return (
    <>
      <div className={classes.sheetHead}>
        <Brand />
        <button type="button" className={classes.close} onClick={close}>
          <IconX size={24} stroke={1.75} aria-hidden />
          <span className="v-sr">{t('nav.close_menu')}</span>
        </button>
      </div>
      <nav className={classes.sheetLinks} aria-label={t('nav.main')}>
        {links.map(({ key, href }) => (
          <a key={key} href={href} onClick={close}>
            {t(key)}
          </a>
        ))}
      </nav>
      <div className={classes.sheetTools}>
        <ThemeSwitch wide />
        <LanguageButton />
        {anonymous ? (
          <>
            <a href={paths.signup} className="v-button" data-size="lg">
              {t('nav.signup')}
            </a>
            <a href={paths.login} className="v-button" data-look="outline" data-size="lg">
              {t('nav.login')}
            </a>
          </>
        ) : null}
      </div>
    </>
  )
}

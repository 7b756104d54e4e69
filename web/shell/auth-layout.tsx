/** The frame of the sign-in pages: a card of 400 px, the language and the theme within reach. */
import { Outlet } from '@tanstack/react-router'
import { useText } from '../text/text.ts'
import { setTitleBrand } from '../ui/page-header.tsx'
import classes from './auth-layout.module.css'
import { Brand } from './brand.tsx'
import { LanguageButton } from './language-panel.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeMenu } from './theme-toggle.tsx'

export function AuthLayout() {
  const t = useText('shell')
  setTitleBrand(t('brand'))
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.bar}>
        <Brand />
        <span className={classes.tools}>
          <ThemeMenu />
          <LanguageButton compact />
        </span>
      </header>
      <main id="content" className={classes.main}>
        <div className={classes.card}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}

/** The frame of pages anybody may read: the bar above, the footer below. */
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { completeLanguages } from '../text/languages.ts'
import { useLanguage, useText } from '../text/text.ts'
import { setTitleBrand } from '../ui/page-header.tsx'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import classes from './public-layout.module.css'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

export function PublicLayout() {
  const t = useText('shell')
  const language = useLanguage()
  const [year] = useState(() => new Date().getFullYear())
  setTitleBrand(t('brand'))
  return (
    <div className={classes.page}>
      <SkipLink />
      <TopBar />
      <main id="content" className={classes.main}>
        {completeLanguages.has(language) ? null : (
          <p className={classes.note}>{t('language.note')}</p>
        )}
        <Outlet />
      </main>
      <footer id="contacts" className={classes.footer}>
        <div className={classes.footerInner}>
          <PageLink href={paths.user_manual}>{t('footer.manual')}</PageLink>
          <PageLink href={paths.license_agreement}>{t('footer.license')}</PageLink>
          <PageLink href={paths.conditions()}>{t('footer.conditions')}</PageLink>
          <a href="/pos-api/v1/doc">{t('footer.api')}</a>
          <span className={classes.rights}>{t('footer.rights', { year })}</span>
        </div>
      </footer>
    </div>
  )
}

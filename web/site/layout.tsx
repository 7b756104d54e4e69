/** The frame of a public page: the bar above, the footer below. */
import type { ReactNode } from 'react'
import { paths } from '../shell/paths.ts'
import { languageIds, languages } from '../text/languages.ts'
import { Island } from './island.tsx'
import classes from './layout.module.css'
import { useVisit } from './site.ts'
import { TopBar } from './top-bar.tsx'
import { useWords } from './words.ts'

/** The one H1 of a page; the skip link leads here. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <h1 id="content" tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useWords('shell')
  const { foreign } = useVisit()
  return (
    <div className={classes.page}>
      <a href="#content" className="v-skip">
        {t('skip')}
      </a>
      <Island
        name="top_bar"
        when="wanted"
        className="v-island"
        component={TopBar}
        props={{}}
        words={{ shell: ['brand', 'nav.', 'theme.', 'language.', 'user.', 'ui.close'] }}
      />
      <main className={classes.main}>
        {foreign ? <p className={classes.note}>{t('language.note')}</p> : null}
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Footer() {
  const t = useWords('shell')
  const { path, language, facts } = useVisit()
  const { phone, email, messenger, socials } = facts.contacts
  return (
    <footer id="contacts" className={classes.footer}>
      <div className={classes.footerInner}>
        <nav className={classes.footerLinks} aria-label={t('footer.label')}>
          <a href={paths.user_manual}>{t('footer.manual')}</a>
          <a href={paths.license_agreement}>{t('footer.license')}</a>
          <a href={paths.conditions()}>{t('footer.conditions')}</a>
          <a href="/#video_guide">{t('nav.video')}</a>
          <a href={paths.profit}>{t('page.profit')}</a>
          <a href="/pos-api/v1/doc">{t('footer.api')}</a>
        </nav>
        <ul className={classes.contacts}>
          {phone ? (
            <li>
              <a href={`tel:${phone}`}>{phone}</a>
            </li>
          ) : null}
          {email ? (
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          ) : null}
          {messenger ? (
            <li>
              <a href={messenger} rel="noopener">
                {t('footer.messenger')}
              </a>
            </li>
          ) : null}
          {socials.map((address) => (
            <li key={address}>
              <a href={address} rel="noopener">
                {new URL(address).hostname.replace(/^www\./, '')}
              </a>
            </li>
          ))}
        </ul>
        <nav className={classes.languages} aria-label={t('language.title')}>
          {languageIds.map((id) => (
            <a
              key={id}
              href={`${path}?lang=${id}`}
              lang={languages[id].html}
              hrefLang={languages[id].html}
              aria-current={id === language || undefined}
            >
              {languages[id].name}
            </a>
          ))}
        </nav>
        {/* The page that tells of a failure knows no facts. */}
        {facts.year > 0 ? (
          <p className={classes.rights}>{t('footer.rights', { year: facts.year })}</p>
        ) : null}
      </div>
    </footer>
  )
}

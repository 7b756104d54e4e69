/** A shop with a till, and a shop without one. */
import { paths } from '../shell/paths.ts'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import classes from './landing-page.module.css'

export function Integration() {
  const t = useWords('landing')
  const { origin } = useVisit().facts
  const sample = [
    `curl '${origin}/pos-api/v1/receipt?phone=0671234567' \\`,
    "  -H 'Authorization: Bearer TOKEN' \\",
    `  --json '{"total": 570}'`,
  ].join('\n')
  return (
    <section className={classes.band}>
      <div className={classes.section}>
        <h2>{t('integration.title')}</h2>
        <div className={classes.two}>
          <div>
            <p>{t('integration.api')}</p>
            <p>{t('integration.browser')}</p>
            <p className={classes.actions}>
              <a href={paths.till} className="v-button">
                {t('integration.manager')}
              </a>
              <a href="/pos-api/v1/doc" className="v-button" data-look="outline">
                {t('integration.docs')}
              </a>
            </p>
          </div>
          <figure className={classes.code}>
            <figcaption>{t('integration.sample')}</figcaption>
            {/* It is wider than a phone: the keyboard must be able to move it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre tabIndex={0}>{sample}</pre>
          </figure>
        </div>
      </div>
    </section>
  )
}

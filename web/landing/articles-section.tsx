/** Six texts for a shop owner. */
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { languages } from '../text/languages.ts'
import type { Article } from './article-paths.ts'
import { articleHead } from './content-head.ts'
import classes from './landing-page.module.css'

const shown: Article[] = [
  'yak-zbilshyty-prodazhi',
  'bot_creation',
  'rmk_manual',
  'chat_bot_for_bas_sb',
  'how_to_improve_efficiency_bas',
  'bas_user_manual',
]

export function Articles() {
  const t = useWords('landing')
  const { language } = useVisit()
  return (
    <section className={classes.section}>
      <h2>{t('articles.title')}</h2>
      <ul className={classes.articles}>
        {shown.map((name) => {
          const head = articleHead(name, language)
          const { path, title, minutes } = head
          return (
            <li key={name}>
              <a href={path} className={classes.card}>
                <strong lang={languages[head.language].html}>{title}</strong>
                <span className={classes.quiet}>{t('articles.minutes', { count: minutes })}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

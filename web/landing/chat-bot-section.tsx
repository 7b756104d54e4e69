/**
 * The buyer's bot. Its code comes only when a tenth of the section is seen; until then, and without
 * scripts, the list says it in words. The box keeps its height, so nothing moves.
 */
import { Island } from '../site/island.tsx'
import { useWords } from '../site/words.ts'
import { botAnswers } from './bot-answers.ts'
import classes from './landing-page.module.css'

export function ChatBotSection() {
  const t = useWords('landing')
  return (
    <section className={classes.band}>
      <div className={classes.section}>
        <h2>{t('bot.title')}</h2>
        <p className={classes.lead}>{t('bot.lead')}</p>
        <Island
          name="chat_bot"
          when="tenth"
          className={classes.botBox}
          component={null}
          props={{}}
          words={{ landing: ['bot.'] }}
        >
          <dl className={classes.botList}>
            {botAnswers.map((key) => (
              <div key={key}>
                <dt>{t(`bot.${key}`)}</dt>
                <dd>{t(`bot.${key}.text`)}</dd>
              </div>
            ))}
          </dl>
        </Island>
      </div>
    </section>
  )
}

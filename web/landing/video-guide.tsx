/** Clips of the working product; nothing of them is loaded before a click. */
import { Island } from '../site/island.tsx'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import type { Language } from '../text/languages.ts'
import type { CaptionLanguage } from './clips.ts'
import classes from './landing-page.module.css'
import { Videos } from './videos.tsx'

const captions: Partial<Record<Language, CaptionLanguage>> = { 'ua-UA': 'uk', 'ru-RU': 'ru' }

export function VideoGuide() {
  const t = useWords('landing')
  const { language } = useVisit()
  return (
    <section id="video_guide" className={classes.section}>
      <h2>{t('video.title')}</h2>
      <p className={classes.lead}>{t('video.lead')}</p>
      <Island
        name="videos"
        when="visible"
        component={Videos}
        props={{ captions: captions[language] ?? 'en' }}
        words={{ landing: ['video.'] }}
      />
    </section>
  )
}

/** Clips of the working product; nothing of them is loaded before a click. */
import { Island } from '../site/island.tsx'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { clips, recorded } from './clips.ts'
import classes from './landing-page.module.css'
import { Videos } from './videos.tsx'

export function VideoGuide() {
  const t = useWords('landing')
  const { language } = useVisit()
  return (
    <section id="video_guide" className={classes.section}>
      <h2>{t('video.title')}</h2>
      {recorded.length === 0 ? (
        <p className={classes.lead}>
          {t('video.soon', { clips: clips.map((clip) => `«${t(`video.${clip}`)}»`).join(', ') })}
        </p>
      ) : (
        <>
          <p className={classes.lead}>{t('video.lead')}</p>
          <Island
            name="videos"
            when="visible"
            component={Videos}
            props={{ clips: [...recorded], captions: language === 'ru-RU' ? 'ru' : 'uk' }}
            words={{ landing: ['video.'] }}
          />
        </>
      )}
    </section>
  )
}

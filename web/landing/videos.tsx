/** Posters that become films. Without scripts a poster is a link to its film. */
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../site/words.ts'
import { captionLanguages, type CaptionLanguage, type Clip, clips } from './clips.ts'
import classes from './videos.module.css'

export function Videos({ captions }: { captions: CaptionLanguage }) {
  const t = useWords('landing')
  return (
    <ul className={classes.videos}>
      {clips.map((clip) => (
        <li key={clip}>
          <Film clip={clip} captions={captions} />
          <h3>{t(`video.${clip}`)}</h3>
        </li>
      ))}
    </ul>
  )
}

const focus = (player: HTMLVideoElement | null) => player?.focus()

function Film({ clip, captions }: { clip: Clip; captions: CaptionLanguage }) {
  const t = useWords('landing')
  const [playing, setPlaying] = useState(false)
  const file = `/videos/${clip}.webm`
  if (playing) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are there, from a list
      <video
        // The link that had the focus is gone: the player takes it.
        ref={focus}
        className={classes.film}
        src={file}
        poster={`/videos/${clip}.webp`}
        controls
        autoPlay
        playsInline
        preload="none"
        aria-label={t(`video.${clip}`)}
      >
        {captionLanguages.map((language) => (
          <track
            key={language}
            kind="captions"
            src={`/videos/${clip}.${language}.vtt`}
            srcLang={language}
            label={`${t('video.captions')} · ${language}`}
            default={language === captions}
          />
        ))}
      </video>
    )
  }
  return (
    <a
      href={file}
      data-by-island=""
      className={classes.poster}
      aria-label={t('video.play', { title: t(`video.${clip}`) })}
      onClick={(event) => {
        event.preventDefault()
        setPlaying(true)
      }}
    >
      <img
        src={`/videos/${clip}.webp`}
        alt=""
        width={960}
        height={540}
        loading="lazy"
        decoding="async"
      />
      <span className={classes.play} aria-hidden>
        <IconPlayerPlayFilled size={28} />
      </span>
    </a>
  )
}

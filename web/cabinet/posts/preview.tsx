/** A post as a buyer's chat shows it, in both messengers. */
import { Card } from '@mantine/core'
import { useText } from '../../text/text.ts'
import classes from './posts.module.css'

type Shown = { title?: string; text: string; image: string | null; button_text: string }

const MESSENGERS = ['Telegram', 'Viber'] as const

export function Preview(shown: Shown) {
  const t = useText('posts')
  return (
    <Card padding="lg" className={classes.card} component="section" aria-label={t('preview.title')}>
      <h2 className={classes.cardTitle}>{t('preview.title')}</h2>
      <div className={classes.phones}>
        {MESSENGERS.map((name) => (
          <figure key={name} className={classes.phone} data-messenger={name.toLowerCase()}>
            <figcaption className={classes.messenger}>{name}</figcaption>
            <Bubble {...shown} />
          </figure>
        ))}
      </div>
    </Card>
  )
}

function Bubble({ title, text, image, button_text }: Shown) {
  const t = useText('posts')
  const empty = text.trim() === '' && !title?.trim()
  return (
    <>
      <div className={classes.bubble}>
        {image ? <img src={image} alt="" className={classes.picture} /> : null}
        {title?.trim() ? <strong>{title}</strong> : null}
        <p className={classes.words} data-empty={empty || undefined}>
          {empty ? t('preview.empty') : piecesOf(text)}
        </p>
      </div>
      {button_text.trim() ? <span className={classes.button}>{button_text}</span> : null}
    </>
  )
}

/** `**…**` is bold, as the messengers show it. */
function piecesOf(text: string) {
  let at = 0
  return text.split('**').map((piece, index) => {
    const key = `${at} ${piece}`
    at += piece.length + 2
    return index % 2 === 1 ? <strong key={key}>{piece}</strong> : piece
  })
}

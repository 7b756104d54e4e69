/** What a chat will show, in both messengers: words, a picture, keys under them. */
import classes from './chat-preview.module.css'

type Shown = {
  title?: string | undefined
  /** `**…**` is bold. */
  text: string
  image?: string | null
  rows: readonly (readonly string[])[]
  /** Stands there while nothing is written. */
  empty?: string
}

const MESSENGERS = ['Telegram', 'Viber'] as const

export function ChatPreview(shown: Shown) {
  return (
    <div className={classes.phones}>
      {MESSENGERS.map((name) => (
        <figure key={name} className={classes.phone} data-messenger={name.toLowerCase()}>
          <figcaption className={classes.messenger}>{name}</figcaption>
          <Bubble {...shown} />
        </figure>
      ))}
    </div>
  )
}

function Bubble({ title, text, image, rows, empty }: Shown) {
  const nothing = empty !== undefined && text.trim() === '' && !title?.trim()
  return (
    <>
      <div className={classes.bubble}>
        {image ? <img src={image} alt="" className={classes.picture} /> : null}
        {title?.trim() ? <strong>{title}</strong> : null}
        <p className={classes.words} data-empty={nothing || undefined}>
          {nothing ? empty : piecesOf(text)}
        </p>
      </div>
      {rows.map((row) => (
        <div key={row.join()} className={classes.keys}>
          {row.map((label) => (
            <span key={label} className={classes.key}>
              {label}
            </span>
          ))}
        </div>
      ))}
    </>
  )
}

function piecesOf(text: string) {
  let at = 0
  return text.split('**').map((piece, index) => {
    const key = `${at} ${piece}`
    at += piece.length + 2
    return index % 2 === 1 ? <strong key={key}>{piece}</strong> : piece
  })
}

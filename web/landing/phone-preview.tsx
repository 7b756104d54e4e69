/** A messenger on a phone, with what the shop's bot has written. */
import classes from './phone-preview.module.css'

type Props = { title: string; asked?: string; text: string; label: string }

export function PhonePreview({ title, asked, text, label }: Props) {
  return (
    <figure className={classes.phone} aria-label={label}>
      <figcaption className={classes.head}>
        <span className={classes.avatar} aria-hidden>
          ◐
        </span>
        {title}
      </figcaption>
      <div className={classes.talk} aria-live="polite">
        {asked ? <p className={classes.asked}>{asked}</p> : null}
        <p className={classes.said}>{text}</p>
      </div>
    </figure>
  )
}

/** A live hint while a password is chosen. The server has the last word: it knows the leaked lists. */
import { PASSWORD_LENGTH_MIN } from '#contract/password.ts'
import { useText } from '../text/text.ts'
import classes from './password-strength.module.css'

export type Strength = 'short' | 'weak' | 'fair' | 'good'

/** Length tells most; different kinds of characters tell the rest; repeats tell nothing. */
export function strengthOf(password: string): Strength {
  if (password.length < PASSWORD_LENGTH_MIN) return 'short'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) =>
    kind.test(password),
  ).length
  const distinct = new Set(password).size
  const points = Math.min(password.length, distinct * 2) + kinds * 2
  if (points < 16) return 'weak'
  return points < 21 ? 'fair' : 'good'
}

export function PasswordStrength({ password }: { password: string }) {
  const t = useText('auth')
  const strength = strengthOf(password)
  if (password === '') return null
  return (
    <span className={classes.strength} data-strength={strength} role="status">
      <span className={classes.bars} aria-hidden>
        <span />
        <span />
        <span />
      </span>
      <span className="v-sr">{t('strength.label')}: </span>
      {t(`strength.${strength}`)}
    </span>
  )
}

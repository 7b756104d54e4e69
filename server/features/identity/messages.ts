import { setLetter } from '#server/io/mail/letter.ts'
import type { Letter } from '#server/io/mail/mail.ts'
import { textIn } from '#server/io/text.ts'

/** The letters of identity. What a letter says comes from `server/text/{language}/mail.json`. */
export type IdentityLetter =
  | { kind: 'confirm' | 'confirm_change' | 'reset'; token: string }
  | { kind: 'password_changed' | 'session_reused' }
  | { kind: 'second_factor_on' | 'second_factor_off' | 'second_factor_locked' | 'recovery_renewed' }
  | { kind: 'recovery_used'; left: number }
  | { kind: 'email_changed'; email: string }
  | { kind: 'provider_linked'; provider: string }

type Reader = { to: string; first_name: string; language: string }

const providerNames: Record<string, string> = { google: 'Google', facebook: 'Facebook' }

// A stranger can sign up with somebody's address and put an advertisement where the name belongs;
// mail programs would make a link of it.
const notAName = /[/@:<>]|www\.|\.\p{L}{2,}/iu

/** Where the button of a letter leads; always our own address from the configuration. */
function pathOf(letter: IdentityLetter): string | undefined {
  switch (letter.kind) {
    case 'confirm':
    case 'confirm_change':
      return `/auth/confirm-email/${letter.token}`
    case 'reset':
      return `/auth/reset-password/${letter.token}`
    case 'email_changed':
      return undefined
    default:
      return '/account/security'
  }
}

/** Writes one letter to one reader, in the reader's language. */
export function writeLetter(public_url: string, reader: Reader, letter: IdentityLetter): Letter {
  const say = textIn(reader.language)
  const { kind } = letter
  const params = {
    email: letter.kind === 'email_changed' ? letter.email : '',
    left: letter.kind === 'recovery_used' ? letter.left : 0,
    provider: letter.kind === 'provider_linked' ? (providerNames[letter.provider] ?? '') : '',
  }
  const path = pathOf(letter)
  const words = setLetter({
    language: reader.language,
    subject: say(`mail:${kind}_subject`),
    greeting: notAName.test(reader.first_name)
      ? undefined
      : say('mail:hello', { name: reader.first_name }),
    paragraphs: [say(`mail:${kind}_text`, params)],
    button:
      path === undefined
        ? undefined
        : { title: say(`mail:${kind}_button`), url: public_url + path },
    note: say(`mail:${kind}_note`),
  })
  return { to: reader.to, ...words }
}

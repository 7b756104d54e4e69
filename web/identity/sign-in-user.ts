import type { AnswerOf } from '../api/call.ts'
import { storeUser } from '../shell/session.ts'
import { changeLanguage } from '../text/text.ts'

/** Remembers who signed in; a device without a choice of its own takes the account's language. */
export function signInUser(user: AnswerOf<'POST /api/v1/user/login'>['user']) {
  storeUser(user)
  if (localStorage.getItem('language') === null) void changeLanguage(user.language)
}

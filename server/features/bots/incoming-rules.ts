/** What came from a messenger, proven and read: the same shape from both. */
import type { Event } from './chat-rules.ts'
import type { Tapped } from './message-rules.ts'

export type Incoming = {
  /** What the messenger calls this update; the same one may come again. */
  key: string
  user_id: string
  /** As the messenger tells it; may be empty. */
  name: string
  /** The language of the person's messenger. */
  language: string | null
  event: Event
  tapped: Tapped | null
  /** Of a tap that waits for an acknowledgement. */
  tap_id: string | null
}

const known: Record<string, string> = {
  uk: 'ua-UA',
  ru: 'ru-RU',
  en: 'en',
  fr: 'fr',
  es: 'es',
  de: 'de',
  zh: 'zh-CN',
}

/** Our language for the messenger's; `uk` where it tells none or one we do not have. */
export function chatLanguage(tag: string | null): string {
  const [base = '', region = ''] = (tag ?? '').toLowerCase().split(/[-_]/)
  if (base === 'es' && region !== '' && region !== 'es') return 'es-MX'
  return known[base] ?? 'ua-UA'
}

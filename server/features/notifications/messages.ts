import type { NoticeWords } from '#server/features/notices/rules.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import type { Reader } from './owner-store.ts'

export type OwnerNotice =
  | {
      code: 'low_rating'
      given: number
      of: number
      comment: string | null
      place: string | null
      buyer_id: string
      buyer: string
    }
  | { code: 'bot_detached'; type: string }
  | {
      code: 'daily_summary'
      /** `YYYY-MM-DD`. */
      day: string
      receipts: number
      newcomers: number
      /** In currency units. */
      turnover: number
      accrued: number
      spent: number
    }

const tags: Record<string, string> = { uk: 'uk-UA', ru: 'ru-RU' }

const pages = { low_rating: 'buyers/card', bot_detached: 'bots', daily_summary: 'main' } as const

/** Where in the cabinet a notice is looked at. */
function pageOf(public_url: string, notice: OwnerNotice, { organization_id }: Reader): string {
  const page = `${public_url}/organizations/${pages[notice.code]}/${organization_id}`
  // Who was not content is written to from their card.
  return notice.code === 'low_rating' ? `${page}?buyer=${notice.buyer_id}` : page
}

/** Writes one notice to the owner of a shop, in their language. */
export function writeNotice(public_url: string, reader: Reader, notice: OwnerNotice): NoticeWords {
  const say = textIn(reader.language)
  const language = textLanguageOf(reader.language)
  const number = new Intl.NumberFormat(tags[language] ?? language, { maximumFractionDigits: 2 })
  const params = { ...paramsOf(notice, number), shop: reader.shop }
  const told = [say(`notifications:${notice.code}_text`, params)]
  if (notice.code === 'low_rating' && notice.comment) told.push(`«${notice.comment}»`)
  return {
    language: reader.language,
    subject: say(`notifications:${notice.code}_subject`, params),
    paragraphs: told,
    button: {
      title: say('notifications:owner_button'),
      url: pageOf(public_url, notice, reader),
    },
    note: say('notifications:owner_note'),
  }
}

function paramsOf(notice: OwnerNotice, number: Intl.NumberFormat): Record<string, string> {
  switch (notice.code) {
    case 'low_rating':
      return {
        stars: String(notice.given),
        of: String(notice.of),
        place: notice.place ?? '—',
        buyer: notice.buyer === '' ? '—' : notice.buyer,
      }
    case 'bot_detached':
      return { messenger: notice.type === 'viber' ? 'Viber' : 'Telegram' }
    case 'daily_summary': {
      const { day, receipts, newcomers, turnover, accrued, spent } = notice
      return {
        date: day.split('-').toReversed().join('.'),
        ...{ receipts: number.format(receipts), newcomers: number.format(newcomers) },
        turnover: number.format(turnover),
        ...{ accrued: number.format(accrued), spent: number.format(spent) },
      }
    }
  }
}

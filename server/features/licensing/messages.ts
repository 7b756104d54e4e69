import { Temporal } from 'temporal-polyfill'
import type { NoticeWords } from '#server/features/notices/rules.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import type { LetterKind } from './letters-rules.ts'

type Reader = {
  language: string
  organization_name: string
  timezone: string
  pos_name: string | null
}

const tags: Record<string, string> = { uk: 'uk-UA', ru: 'ru-RU' }

/** Writes one letter about a license, in its reader's language, with days of the shop's zone. */
export function writeLetter(
  public_url: string,
  reader: Reader,
  letter: { kind: LetterKind; organization_id: string; at: Date; amount?: string | undefined },
): NoticeWords {
  const say = textIn(reader.language)
  const language = textLanguageOf(reader.language)
  const date = Temporal.Instant.fromEpochMilliseconds(letter.at.getTime())
    .toZonedDateTimeISO(reader.timezone)
    .toPlainDate()
    .toLocaleString(tags[language] ?? language, { dateStyle: 'long' })
  const { kind } = letter
  const params = {
    organization: reader.organization_name,
    pos: reader.pos_name ?? say('license:no_pos'),
    date,
    amount: letter.amount ?? '',
  }
  return {
    language: reader.language,
    subject: say(`license:${kind}_subject`, params),
    paragraphs: [say(`license:${kind}_text`, params)],
    button: {
      title: say('license:button'),
      url: `${public_url}/organizations/licenses/${letter.organization_id}`,
    },
    note: say(`license:${kind}_note`, params),
  }
}

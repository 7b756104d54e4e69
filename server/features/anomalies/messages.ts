import { Temporal } from 'temporal-polyfill'
import type { NoticeWords } from '#server/features/notices/rules.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import type { AnomalyRow } from './store.ts'

type Reader = { language: string; organization_name: string }

const tags: Record<string, string> = { uk: 'uk-UA', ru: 'ru-RU' }

/** The owner's digest of a day: a sentence for each thing, its numbers in it, and the page of all. */
export function writeDigest(
  public_url: string,
  { language, organization_name: organization }: Reader,
  digest: { organization_id: string; day: string; rows: readonly AnomalyRow[]; total: number },
): NoticeWords {
  const say = textIn(language)
  const spoken = textLanguageOf(language)
  const date = Temporal.PlainDate.from(digest.day).toLocaleString(tags[spoken] ?? spoken, {
    dateStyle: 'long',
  })
  const sentences = digest.rows.map((row) =>
    say(`anomalies:rule_${row.rule}`, {
      cashier: row.cashier_name ?? say('anomalies:somebody'),
      buyer: row.buyer_name ?? say('anomalies:buyer'),
      found: row.found,
      allowed: row.allowed,
    }),
  )
  return {
    language,
    subject: say('anomalies:subject', { organization, count: digest.total }),
    paragraphs: [say('anomalies:intro', { organization, date }), ...sentences],
    button: {
      title: say('anomalies:button'),
      url: `${public_url}/organizations/audit/${digest.organization_id}?tab=anomalies`,
    },
    note: say('anomalies:note'),
  }
}

import { Temporal } from 'temporal-polyfill'
import { toMoney } from '#contract/money.ts'
import type { PeriodFigures } from '#contract/reports.ts'
import { setLetter } from '#server/io/mail/letter.ts'
import type { Letter } from '#server/io/mail/mail.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import type { Period } from './rules.ts'
import type { Schedule } from './schedule-store.ts'

const tags: Record<string, string> = { uk: 'uk-UA', ru: 'ru-RU' }

type Content = {
  schedule: Pick<Schedule, 'report' | 'language'>
  organization: { name: string; currency: string }
  period: Period
  totals: PeriodFigures
  before: PeriodFigures
  url: string
}

/** A scheduled report: the figures of the period beside those before, and the file. */
export function writeReportLetter(to: string, content: Content): Letter {
  const { schedule, organization, period, totals, before, url } = content
  const say = textIn(schedule.language)
  const language = textLanguageOf(schedule.language)
  const tag = tags[language] ?? language
  const printed = (day: string) =>
    Temporal.PlainDate.from(day).toLocaleString(tag, { dateStyle: 'long' })
  const days =
    period.start_date === period.end_date
      ? printed(period.start_date)
      : `${printed(period.start_date)} – ${printed(period.end_date)}`
  const { name, currency } = organization
  const money = (minor: number) =>
    toMoney(minor).toLocaleString(tag, { style: 'currency', currency })
  const number = (value: number) => value.toLocaleString(tag)
  const line = (key: string, now: string, was: string) => say(`reports:letter_${key}`, { now, was })
  const words = setLetter({
    language: schedule.language,
    subject: say('reports:letter_subject', { organization: name, days }),
    paragraphs: [
      line('turnover', money(totals.turnover), money(before.turnover)),
      line('receipts', number(totals.receipts), number(before.receipts)),
      line('members', money(totals.members_turnover), money(before.members_turnover)),
      line('new_buyers', number(totals.new_buyers), number(before.new_buyers)),
      line('bonuses', number(toMoney(totals.accrued)), number(toMoney(totals.spent))),
    ],
    button: {
      title: say('reports:letter_button', { report: say(`reports:file_${schedule.report}`) }),
      url,
    },
    note: say('reports:letter_note', { organization: name }),
  })
  return { to, ...words }
}

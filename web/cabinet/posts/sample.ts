/** A mailing as one reader of many would get it. */
import { fillVariables } from '#contract/post-variables.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted, day, today } from '../../text/format.ts'
import { currentLocale, type Text } from '../../text/text.ts'

const BALANCE = 230
const EXPIRING = 30

export const sampleOf = (
  text: string,
  { name, timezone }: Organization,
  t: Text<'mailings'>,
): string =>
  fillVariables(
    text,
    {
      name: { text: t('sample.name') },
      balance: { text: counted('bonus', BALANCE), count: BALANCE },
      expiring: { text: counted('bonus', EXPIRING), count: EXPIRING },
      date: { text: day(today(timezone)) },
      shop: { text: name },
    },
    currentLocale(),
  )

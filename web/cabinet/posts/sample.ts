/** A mailing as one reader of many would get it. */
import { fillVariables } from '#contract/post-variables.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted, day, today } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'

const BALANCE = 230
const EXPIRING = 30

export const sampleOf = (
  text: string,
  { name, timezone }: Organization,
  t: Text<'mailings'>,
): string =>
  fillVariables(text, {
    name: t('sample.name'),
    balance: counted('bonus', BALANCE),
    expiring: counted('bonus', EXPIRING),
    date: day(today(timezone)),
    shop: name,
  })

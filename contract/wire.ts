/**
 * The shapes of single values on the wire, shared by all endpoints.
 *
 * Amounts arrive as decimals and leave this file as integers in minor units; answers go the other
 * way. Finer input than the unit allows is refused, never rounded.
 * Only the server may import this file at run time: zod is too large for the browser.
 */
import { z } from 'zod'
import { MINOR_MAX, parseDecimal, toDecimal } from './money.ts'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './page.ts'
import { normalizePhone } from './phone.ts'
import { withoutUnseen } from './plain-text.ts'

function decimal(digits: number, min: number, max: number) {
  return z.codec(
    z
      .number()
      .min(min / 10 ** digits)
      .max(max / 10 ** digits),
    z.int(),
    {
      decode: (value, context) => {
        const parsed = parseDecimal(value, digits)
        if (parsed !== undefined) return parsed
        context.issues.push({ code: 'custom', input: value, message: 'too_fine' })
        return z.NEVER
      },
      encode: (value) => toDecimal(value, digits),
    },
  )
}

/** Money or bonuses ≥ 0: decimal with ≤ 2 fraction digits ⇄ minor units. */
export const money = decimal(2, 0, MINOR_MAX)
/** Money or bonuses of either sign. */
export const signedMoney = decimal(2, -MINOR_MAX, MINOR_MAX)
/** Money or bonuses > 0. */
export const positiveMoney = decimal(2, 1, MINOR_MAX)
/** Quantity > 0: decimal with ≤ 3 fraction digits ⇄ thousandths. */
export const quantity = decimal(3, 1, 1_000_000_000)
/** Quantity ≥ 0. */
export const quantityOrNone = decimal(3, 0, 1_000_000_000)
/** Percent 0–100: decimal with ≤ 2 fraction digits ⇄ basis points. */
export const percent = decimal(2, 0, 10_000)

/** The same in a query string, where every value is text. */
export const moneyInQuery = z
  .string()
  .regex(/^\d{1,12}([.,]\d{1,2})?$/, 'not_money')
  .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))

export const id = z.uuid()
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
/** Before it no shop sold anything, and days counted back from it are still of our era. */
const DAY_MIN = '1900-01-01'
/**
 * A day in the organization's time zone: `2026-11-21`. Answers may tell of earlier ones than may be
 * asked for: the period before the first one.
 */
export const day = z.codec(z.iso.date(), z.iso.date(), {
  decode: (text, context) => {
    if (text >= DAY_MIN) return text
    context.issues.push({ code: 'custom', input: text, message: 'out_of_range' })
    return z.NEVER
  },
  encode: (text) => text,
})
/** What the clock on the shop's wall shows: `HH:MM`. */
export const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** A moment, RFC 3339. Answers are in UTC. */
export const moment = z.iso.datetime({ offset: true })

/** A phone as a person may type it, normalised to E.164. */
export const phone = z
  .string()
  .max(30)
  .transform((typed, context) => {
    const normal = normalizePhone(typed)
    if (normal !== undefined) return normal
    context.addIssue({ code: 'custom', message: 'not_a_phone' })
    return z.NEVER
  })

/** What a cashier signs in with; capitals are made small. */
export const cashierLogin = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{2,39}$/)

/** Text of one line: trimmed, control characters refused, `plain-text.ts` says what is left out. */
export const line = (min: number, max: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/u, 'control_characters')

/** Text of many lines: the same, line breaks kept. */
export const paragraph = (max: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .trim()
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u, 'control_characters')

/** Versions are kept in four bytes, and the one after it has to fit too. */
const VERSION_MAX = 2 ** 31 - 2
/** The version that a change was made from. */
export const version = z.int().min(0).max(VERSION_MAX)
/** The same in a form, which carries texts. */
export const versionText = z.coerce.number().int().min(0).max(VERSION_MAX)

/** `page` and `limit` of every list call; unknown keys are refused by `strictObject`. */
export const pageQuery = (limit_max = PAGE_LIMIT_MAX, limit_default = PAGE_LIMIT_DEFAULT) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(limit_max).default(limit_default),
})

/** The envelope of a page of items. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  })

/** The languages we ship, by our own ids; `ua-UA` is the default. */
export const language = z.enum(['ua-UA', 'ru-RU', 'en', 'fr', 'es', 'de', 'es-MX', 'zh-CN'])
export const theme = z.enum(['light', 'dark', 'auto'])

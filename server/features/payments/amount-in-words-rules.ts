/** A sum in words, as Ukrainian accounting writes it: «П’ятсот дев’яносто гривень 00 копійок». */
import type { Minor } from '#contract/money.ts'

const HUNDREDS = 'сто двісті триста чотириста п’ятсот шістсот сімсот вісімсот дев’ятсот'.split(' ')
const TENS = 'двадцять тридцять сорок п’ятдесят шістдесят сімдесят вісімдесят дев’яносто'.split(' ')
const BELOW_TWENTY =
  'три чотири п’ять шість сім вісім дев’ять десять одинадцять дванадцять тринадцять чотирнадцять п’ятнадцять шістнадцять сімнадцять вісімнадцять дев’ятнадцять'.split(
    ' ',
  )

/** One, few, many. */
type Forms = readonly [string, string, string]
const HRYVNIA: Forms = ['гривня', 'гривні', 'гривень']
const KOPECK: Forms = ['копійка', 'копійки', 'копійок']
/** By thousands, the smallest first; hryvnias and thousands are feminine. */
const GROUPS: readonly { forms: Forms; feminine: boolean }[] = [
  { forms: HRYVNIA, feminine: true },
  { forms: ['тисяча', 'тисячі', 'тисяч'], feminine: true },
  { forms: ['мільйон', 'мільйони', 'мільйонів'], feminine: false },
  { forms: ['мільярд', 'мільярди', 'мільярдів'], feminine: false },
]

function formOf(count: number, [one, few, many]: Forms): string {
  const tens = Math.floor(count / 10) % 10
  const units = count % 10
  if (tens === 1 || units === 0 || units > 4) return many
  return units === 1 ? one : few
}

/** 1–999 in words. */
function belowThousand(count: number, feminine: boolean): string[] {
  const words: string[] = []
  const hundreds = Math.floor(count / 100)
  if (hundreds > 0) words.push(HUNDREDS[hundreds - 1] ?? '')
  let rest = count % 100
  if (rest >= 20) {
    words.push(TENS[Math.floor(rest / 10) - 2] ?? '')
    rest %= 10
  }
  if (rest === 1) words.push(feminine ? 'одна' : 'один')
  else if (rest === 2) words.push(feminine ? 'дві' : 'два')
  else if (rest > 2) words.push(BELOW_TWENTY[rest - 3] ?? '')
  return words
}

/** Hryvnias in words, kopecks in figures, the first letter great. */
export function amountInWords(amount: Minor): string {
  const kopecks = amount % 100
  let rest = Math.floor(amount / 100)
  const words: string[] = rest === 0 ? ['нуль', HRYVNIA[2]] : []
  for (const [power, { forms, feminine }] of GROUPS.entries()) {
    const count = rest % 1000
    rest = Math.floor(rest / 1000)
    if (count > 0) words.unshift(...belowThousand(count, feminine), formOf(count, forms))
    else if (power === 0 && words.length === 0) words.unshift(HRYVNIA[2])
  }
  const text = `${words.join(' ')} ${String(kopecks).padStart(2, '0')} ${formOf(kopecks, KOPECK)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

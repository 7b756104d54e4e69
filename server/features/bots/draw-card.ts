import { encode } from 'uqr'
import type { CardDesign } from '#contract/bots.ts'
import type { Minor } from '#contract/money.ts'
import { formatMinor } from './card-texts.ts'
import { drawPng, readImage, type Inset } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { drawText, textWidth } from '#server/io/outlines.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'
import { code128, ean13 } from './barcode-rules.ts'
import { paintOf } from '#contract/card-paint.ts'

/** All that the picture of a card shows; nothing else is read. */
export type CardPicture = {
  design: CardDesign
  /** Stands where the design has no title. */
  shop_name: string
  /** 13 digits: one-time (prefix 28) or of the card itself (27, earning only). */
  code: string
  buyer: {
    name: string
    level: string | null
    balance: Minor
    /** The day as `DD.MM`. */
    next_expiry: { date: string; amount: Minor } | null
  }
  language: TextLanguage
}

export const CARD_WIDTH = 1080
export const CARD_HEIGHT = 640
const EDGE = 56
const LOGO = 88

/** Draws a card as PNG, 1080 × 640. Its letters are our own, so it needs no fonts of the machine. */
export async function drawCard(io: Pick<Io, 'config'>, picture: CardPicture): Promise<Buffer> {
  const { design } = picture
  const logo = design.logo === null ? undefined : await readImage(io.config, design.logo)
  const insets: Inset[] = logo ? [{ bytes: logo, left: EDGE, top: EDGE, size: LOGO }] : []
  const printed = { ...picture, language: printedIn(picture.language) }
  return drawPng(cardSvg(printed, logo !== undefined), insets)
}

/** Our own letters have no Chinese ones: such a card speaks English. */
const printedIn = (language: TextLanguage): TextLanguage => (language === 'zh-CN' ? 'en' : language)

function cardSvg(picture: CardPicture, with_logo: boolean): string {
  const { design, code } = picture
  const paint = paintOf(design.background)
  const narrow = design.code === 'qr'
  const parts = [
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${paint.from}"/><stop offset="1" stop-color="${paint.to}"/></linearGradient></defs>`,
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="url(#g)"/>`,
    // The returning arc of the product, faint behind the words.
    `<g fill="none" stroke="${paint.ink}" stroke-opacity=".08" stroke-width="44"><circle cx="96" cy="640" r="250"/><circle cx="96" cy="640" r="420"/></g>`,
    headOf(picture, paint.ink, with_logo, narrow ? 500 : CARD_WIDTH - 2 * EDGE),
    narrow ? qrPanel(code) : barPanel(code, design.code === 'ean13' ? ean13(code) : code128(code)),
    narrow ? fieldsBeside(picture, paint.ink) : fieldsAbove(picture, paint.ink),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">${parts.join('')}</svg>`
}

function headOf(picture: CardPicture, ink: string, with_logo: boolean, room: number): string {
  const x = with_logo ? EDGE + LOGO + 24 : EDGE
  const title = picture.design.title === '' ? picture.shop_name : picture.design.title
  const max_width = room - (x - EDGE)
  const whole = textWidth(title, { size: 50, weight: 680 })
  const size = Math.max(34, Math.min(50, (50 * max_width) / Math.max(1, whole)))
  return drawText(
    title,
    { x, y: EDGE + LOGO / 2 + size * 0.36, fill: ink },
    { size, weight: 680, max_width },
  )
}

const show = (picture: CardPicture, field: CardDesign['fields'][number]) =>
  picture.design.fields.includes(field)

/** Left of the QR: the balance large, the rest around it. */
function fieldsBeside(picture: CardPicture, ink: string): string {
  const { buyer, design } = picture
  const say = textIn(picture.language)
  const max_width = 480
  const parts: string[] = []
  const small = { size: 30, weight: 450 as const, max_width }
  if (show(picture, 'balance')) {
    const amount = formatMinor(buyer.balance, picture.language)
    parts.push(
      drawText(say('card:balance'), { x: EDGE, y: 268, fill: ink, opacity: 0.8 }, small),
      drawText(amount, { x: EDGE, y: 372, fill: ink }, { size: 104, weight: 680, max_width }),
    )
  }
  const expires = expiryText(picture)
  if (expires !== null) {
    parts.push(drawText(expires, { x: EDGE, y: 424, fill: ink, opacity: 0.9 }, small))
  }
  const line = [show(picture, 'name') ? buyer.name : '', levelText(picture)].filter(Boolean)
  let y = design.back_text === '' ? CARD_HEIGHT - EDGE : CARD_HEIGHT - EDGE - 44
  for (const [at, text] of line.toReversed().entries()) {
    const last = at === line.length - 1
    const weight = last ? (680 as const) : (450 as const)
    const lettering = { size: last ? 36 : 28, weight, max_width }
    parts.push(drawText(text, { x: EDGE, y, fill: ink, opacity: last ? 1 : 0.85 }, lettering))
    y -= 46
  }
  if (design.back_text !== '') {
    const words = { x: EDGE, y: CARD_HEIGHT - EDGE + 6, fill: ink, opacity: 0.75 }
    parts.push(drawText(design.back_text, words, { size: 22, weight: 450, max_width }))
  }
  return parts.join('')
}

/** Over the bars: name and level at the left, the balance at the right. */
function fieldsAbove(picture: CardPicture, ink: string): string {
  const { buyer, language } = picture
  const say = textIn(language)
  const left = [show(picture, 'name') ? buyer.name : '', levelText(picture)].filter(Boolean)
  const parts = left.map((text, at) =>
    drawText(
      text,
      { x: EDGE, y: 228 + at * 44, fill: ink, opacity: at === 0 ? 1 : 0.85 },
      { size: at === 0 ? 36 : 28, weight: at === 0 ? 680 : 450, max_width: 560 },
    ),
  )
  const right = CARD_WIDTH - EDGE
  if (show(picture, 'balance')) {
    const end = { x: right, fill: ink, anchor: 'end' as const }
    const amount = formatMinor(buyer.balance, language)
    parts.push(
      drawText(say('card:balance'), { ...end, y: 196, opacity: 0.8 }, { size: 28, weight: 450 }),
      drawText(amount, { ...end, y: 272 }, { size: 80, weight: 680, max_width: 400 }),
    )
  }
  const note = expiryText(picture) ?? picture.design.back_text
  if (note !== '') {
    const words = { x: EDGE, y: 322, fill: ink, opacity: 0.8 }
    parts.push(drawText(note, words, { size: 26, weight: 450, max_width: right - EDGE }))
  }
  return parts.join('')
}

function levelText(picture: CardPicture): string {
  return show(picture, 'level') ? (picture.buyer.level ?? '') : ''
}

function expiryText({ buyer, design, language }: CardPicture): string | null {
  if (!design.fields.includes('next_expiry') || buyer.next_expiry === null) return null
  const { amount, date } = buyer.next_expiry
  const count = Math.floor(amount / 100)
  return textIn(language)('card:expires', { count, amount: formatMinor(amount, language), date })
}

const PANEL = 440

/** The QR with its digits, always black on white with a quiet zone. */
function qrPanel(code: string): string {
  const left = CARD_WIDTH - EDGE - PANEL
  const top = 72
  const { data, size } = encode(code, { ecc: 'M', border: 0 })
  const unit = Math.floor(352 / size)
  const wide = unit * size
  const x = left + Math.round((PANEL - wide) / 2)
  const y = top + 44
  const runs = data.flatMap((row, at) =>
    runsOf(row.map((dark) => (dark ? '1' : '0')).join('')).map(
      ([from, length]) =>
        `M${x + from * unit} ${y + at * unit}h${length * unit}v${unit}h-${length * unit}z`,
    ),
  )
  const digits = { x: left + PANEL / 2, y: top + 44 + wide + 62, fill: '#14110f' }
  return (
    `<rect x="${left}" y="${top}" width="${PANEL}" height="496" rx="28" fill="#fff"/>` +
    `<path shape-rendering="crispEdges" d="${runs.join('')}"/>` +
    drawText(spaced(code), { ...digits, anchor: 'middle' }, { size: 38, weight: 680 })
  )
}

/** Bars over the whole width: scanners at a counter read them from a phone held flat. */
function barPanel(code: string, modules: string): string {
  const top = 360
  const width = CARD_WIDTH - 2 * EDGE
  const unit = Math.floor((width - 80) / modules.length)
  const x = Math.round((CARD_WIDTH - unit * modules.length) / 2)
  const bars = runsOf(modules).map(
    ([from, length]) => `M${x + from * unit} ${top + 28}h${length * unit}v132h-${length * unit}z`,
  )
  const digits = { x: CARD_WIDTH / 2, y: top + 208, fill: '#14110f', anchor: 'middle' as const }
  return (
    `<rect x="${EDGE}" y="${top}" width="${width}" height="232" rx="28" fill="#fff"/>` +
    `<path shape-rendering="crispEdges" d="${bars.join('')}"/>` +
    drawText(spaced(code), digits, { size: 36, weight: 680 })
  )
}

/** Where the dark runs of a row begin, and how long they are. */
function runsOf(row: string): [from: number, length: number][] {
  return [...row.matchAll(/1+/g)].map((run) => [run.index, run[0].length])
}

/** 2712 3456 7890 1, as it is read aloud. */
const spaced = (code: string) => code.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

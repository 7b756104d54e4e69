import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { Paper } from './paper-rules.ts'

const EDGE = 56
const SHEET = { width: 595.28, height: 841.89 }
const WIDTH = SHEET.width - 2 * EDGE
const INK = '#1c1917'
const QUIET = '#57534e'
const RULE = '#d6d3d1'
/** Where the columns of the table begin, from the left edge of the sheet. */
const COLUMNS = { number: EDGE, service: EDGE + 28, period: EDGE + 250, sum: EDGE + 383 }
const SUM_WIDTH = EDGE + WIDTH - COLUMNS.sum

const require = createRequire(import.meta.url)
const PLAIN = require.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf')
const STRONG = require.resolve('@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf')

/** Draws a paper as PDF, A4, in our own letters; the same paper is the same file. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  // Loaded when the first paper is wanted: it is the size of all the rest of the program.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: EDGE,
    info: {
      Title: `${paper.title} ${paper.made_words}`,
      Author: 'Верта',
      CreationDate: paper.made,
    },
    lang: 'uk',
  })
  const whole = buffer(doc)
  doc.registerFont('plain', PLAIN)
  doc.registerFont('strong', STRONG)
  drawHead(doc, paper)
  drawTable(doc, paper)
  drawFoot(doc, paper)
  doc.end()
  return whole
}

type Doc = PDFKit.PDFDocument

/** Begins a new sheet when less than `height` is left of this one. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > SHEET.height - EDGE) doc.addPage()
}

function rule(doc: Doc): void {
  doc
    .moveTo(EDGE, doc.y)
    .lineTo(EDGE + WIDTH, doc.y)
    .lineWidth(0.75)
    .stroke(RULE)
}

function drawHead(doc: Doc, { title, made_words, parties }: Paper): void {
  doc.font('strong').fontSize(18).fillColor(INK).text(title, EDGE, EDGE)
  doc.font('plain').fontSize(11).fillColor(QUIET).text(made_words)
  doc.moveDown(1.2)
  rule(doc)
  doc.moveDown(1)
  for (const { role, lines } of parties) {
    const top = doc.y
    doc.font('plain').fontSize(10).fillColor(QUIET).text(role, EDGE, top, { width: 90 })
    doc.fillColor(INK)
    for (const [index, line] of lines.entries()) {
      doc.font(index === 0 ? 'strong' : 'plain').fontSize(10)
      doc.text(line, EDGE + 100, index === 0 ? top : doc.y, { width: WIDTH - 100, lineGap: 2 })
    }
    doc.moveDown(1)
  }
}

function drawTable(doc: Doc, { rows, totals }: Paper): void {
  const head = { service: 'Послуга', period: 'Період', sum: 'Сума' }
  drawRow(doc, '№', head, true)
  for (const [index, row] of rows.entries()) drawRow(doc, String(index + 1), row, false)
  doc.moveDown(0.6)
  for (const [index, { name, sum }] of totals.entries()) {
    keepTogether(doc, 20)
    const top = doc.y
    const last = index === totals.length - 1
    doc
      .font(last ? 'strong' : 'plain')
      .fontSize(last ? 12 : 10)
      .fillColor(last ? INK : QUIET)
    doc.text(name, EDGE, top, { width: COLUMNS.sum - EDGE - 8, align: 'right' })
    doc.text(sum, COLUMNS.sum, top, { width: SUM_WIDTH, align: 'right' })
    doc.y = top + (last ? 20 : 17)
  }
}

function drawRow(doc: Doc, number: string, row: Paper['rows'][number], head: boolean): void {
  doc.font(head ? 'strong' : 'plain').fontSize(10)
  const width = COLUMNS.period - COLUMNS.service - 12
  const height = doc.heightOfString(row.service, { width })
  keepTogether(doc, height + 14)
  const top = doc.y + 7
  doc.fillColor(head ? QUIET : INK)
  doc.text(number, COLUMNS.number, top, { width: 24 })
  doc.text(row.service, COLUMNS.service, top, { width })
  doc.text(row.period, COLUMNS.period, top, { width: COLUMNS.sum - COLUMNS.period - 4 })
  doc.text(row.sum, COLUMNS.sum, top, { width: SUM_WIDTH, align: 'right' })
  doc.y = top + height + 7
  rule(doc)
}

function drawFoot(doc: Doc, { words, notes, signs }: Paper): void {
  keepTogether(doc, 160)
  doc.moveDown(0.4)
  doc.font('strong').fontSize(10).fillColor(INK).text(words, EDGE, doc.y, { width: WIDTH })
  doc.moveDown(1)
  doc.font('plain')
  for (const note of notes) doc.text(note, EDGE, doc.y, { width: WIDTH, lineGap: 2 }).moveDown(0.4)
  doc.moveDown(3)
  const top = doc.y
  for (const [index, role] of signs.entries()) {
    const left = EDGE + index * (WIDTH / 2 + 12)
    const right = left + WIDTH / 2 - 12
    doc.moveTo(left, top).lineTo(right, top).lineWidth(0.75).stroke(QUIET)
    doc
      .fontSize(9)
      .fillColor(QUIET)
      .text(role, left, top + 5, { width: right - left })
  }
}

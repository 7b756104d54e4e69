/**
 * What was returned of a receipt so far, and what may be returned next.
 * Invariant: nothing is returned twice. Source: spec/engine.md "Cancel".
 */
import { shareDown, type Minor, type Thousandths } from '#contract/money.ts'
import type { CancelPart, Returned, RuleRefusal, SettledLine, SettledReceipt } from './rules.ts'

/** The state of a receipt nothing was cancelled of. */
export function nothingReturned(receipt: SettledReceipt): Returned {
  return { lines: receipt.lines.map(() => 0), whole: false, debt_again: 0 }
}

/** What all of a line counts: its quantity; of a bare total, its sum before bonuses. */
export function wholeOf(receipt: SettledReceipt, line: SettledLine): number {
  return receipt.bare ? line.total : line.quantity
}

/** How much of one line was returned, and the money given back for it. */
export function returnedOfLine(
  receipt: SettledReceipt,
  returned: Returned,
  line: SettledLine,
): { returned_quantity: Thousandths; returned_money: Minor } {
  const part = returned.lines[line.line - 1] ?? 0
  const whole = wholeOf(receipt, line)
  return {
    returned_quantity: shareDown(line.quantity, part, whole),
    returned_money: shareDown(line.to_pay, part, whole),
  }
}

/** Money given back so far. */
export function returnedMoney(receipt: SettledReceipt, returned: Returned): Minor {
  let sum = 0
  for (const line of receipt.lines) sum += returnedOfLine(receipt, returned, line).returned_money
  return sum
}

type Part = { refused: RuleRefusal } | { refused: null; lines: number[]; whole: boolean }

/** What will be returned of each line after this part, in all; or why that cannot be. */
export function partToCancel(receipt: SettledReceipt, returned: Returned, part: CancelPart): Part {
  if (returned.whole) return { refused: { code: 'already_cancelled' } }
  const wholes = receipt.lines.map((line) => wholeOf(receipt, line))
  if (part.kind === 'full') return { refused: null, lines: wholes, whole: true }
  const lines = [...returned.lines]
  const asked = askedParts(receipt, part)
  if (asked.refused) return asked
  for (const { index, count, path } of asked.parts) {
    const whole = wholes[index]
    if (whole === undefined) return refusedField(path, 'unknown_line')
    lines[index] = (lines[index] ?? 0) + count
    if ((lines[index] ?? 0) > whole) return refusedField(path, 'above_left')
  }
  return { refused: null, lines, whole: lines.every((count, index) => count === wholes[index]) }
}

type Asked =
  | { refused: RuleRefusal }
  | { refused: null; parts: { index: number; count: number; path: string }[] }

function askedParts(receipt: SettledReceipt, part: Exclude<CancelPart, { kind: 'full' }>): Asked {
  if (part.kind === 'amount') {
    if (!receipt.bare) return refusedField('amount', 'receipt_has_lines')
    return { refused: null, parts: [{ index: 0, count: part.amount, path: 'amount' }] }
  }
  if (receipt.bare) return refusedField('lines', 'receipt_has_no_lines')
  return {
    refused: null,
    parts: part.lines.map(({ line, quantity }, index) => ({
      index: line - 1,
      count: quantity,
      path: `lines.${index}.${receipt.lines[line - 1] ? 'quantity' : 'line'}`,
    })),
  }
}

function refusedField(path: string, code: string): { refused: RuleRefusal } {
  return { refused: { code: 'validation_failed', fields: [{ path, code }] } }
}

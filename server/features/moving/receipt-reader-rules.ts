/** Makes receipts of rows as they come: one is whole when a row of another one follows. */
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import {
  continues,
  readReceiptRow,
  receiptOf,
  type FileReceipt,
  type ReadWith,
  type SaidRow,
} from './receipt-row-rules.ts'

export type ReceiptReader = {
  /** Takes a row; answers the receipt that ended before it, if one did. */
  take(row: { number: number; cells: readonly string[] }, tally: Tally): FileReceipt[]
  /** The receipt that no row follows. */
  end(tally: Tally): FileReceipt[]
}

export function openReceiptReader(ask: ReadWith): ReceiptReader {
  const places = new Map<string, number>()
  const likes = new Map<string, number>()
  let open: SaidRow[] = []
  /** The number of a receipt with a row at fault: none of it comes in. */
  let spoiled: string | null = null

  const alike = (key: string): number => {
    const count = (likes.get(key) ?? 0) + 1
    likes.set(key, count)
    return count
  }

  const end = (tally: Tally): FileReceipt[] => {
    const [first, ...rest] = open
    open = []
    if (!first) return []
    const made = receiptOf([first, ...rest], alike)
    if ('error' in made) {
      tally.refuse(made.error)
      return []
    }
    const { number, pos_id, day, row } = made.receipt
    const place = JSON.stringify([pos_id, day, number])
    const error = { row, field: 'number', code: 'repeated_number', value: number ?? '' }
    return number === null || tally.isFirst(places, [place], error) ? [made.receipt] : []
  }

  return {
    end,
    take({ number: row, cells }, tally) {
      const before = open.at(-1) ?? null
      const read = readReceiptRow(row, cells, ask, before)
      if ('errors' in read) {
        const number = (cells[ask.mapping.number ?? -1] ?? '').trim()
        if (number !== '' && before?.number === number) open = []
        const ended = end(tally)
        spoiled = number === '' ? null : number
        tally.refuse(...read.errors)
        return ended
      }
      const { said } = read
      if (said.number !== null && said.number === spoiled) {
        tally.refuse({ row, field: 'number', code: 'invalid', value: said.number })
        return []
      }
      spoiled = null
      if (before && continues(before, said)) {
        open.push(said)
        return []
      }
      const ended = end(tally)
      open = [said]
      return ended
    },
  }
}

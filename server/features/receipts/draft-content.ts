import type { NamedIn } from './identify-buyer.ts'
import { packRows, unpackRows, type Packed } from './pack-rules.ts'
import type { LineInput, Sale } from './rules.ts'

/** What create needs of a calculate. */
export type DraftContent = {
  /** As the till told it. */
  sale: Sale
  /** With what the catalogue said of it then, where it said anything: create uses the same. */
  filled?: Sale
  number: string | null
  named: NamedIn
  buyer_id: string | null
  program_version: number
}

type StoredSale = { total: number } | { lines: Packed | readonly LineInput[] }
type StoredDraft = Omit<DraftContent, 'sale' | 'filled'> & { sale: StoredSale; filled?: StoredSale }

/** A draft in the shape it is kept in: a till calculates at every key, so it is kept short. */
export function packDraft({ sale, filled, ...rest }: DraftContent): StoredDraft {
  return { ...rest, sale: packSale(sale), ...(filled && { filled: packSale(filled) }) }
}

/** The draft of a kept text. */
export function readDraft(content: string): DraftContent {
  const { sale, filled, ...rest } = JSON.parse(content) as StoredDraft
  return { ...rest, sale: unpackSale(sale), ...(filled && { filled: unpackSale(filled) }) }
}

const packSale = (sale: Sale): StoredSale =>
  'total' in sale ? sale : { lines: packRows(sale.lines) }

function unpackSale(sale: StoredSale): Sale {
  if ('total' in sale) return sale
  const { lines } = sale
  // A draft that an earlier version of the program kept has its lines as they are.
  return { lines: 'columns' in lines ? (unpackRows(lines) as LineInput[]) : lines }
}

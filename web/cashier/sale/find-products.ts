/** Looks into the shop's catalogue; what cannot be asked now is as if there were nothing. */
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { tillCall } from '../shell/till-call.ts'
import type { TillProduct } from './scanned-line.ts'

const PAUSE_MS = 250
const SHOWN = 8
const LETTERS_MIN = 2

type Ask = { barcode: string } | { q: string; limit: number }
const ask = (query: Ask): Promise<TillProduct[]> =>
  tillCall('GET /pos-api/v1/products', { query }).then(
    ({ items }) => items,
    () => [],
  )

/** The product of a scanned code. */
export const findProduct = async (barcode: string): Promise<TillProduct | undefined> =>
  (await ask({ barcode }))[0]

/** What a cashier may mean by the letters typed so far. */
export function useSuggestions(has_products: boolean) {
  const [found, setFound] = useState<TillProduct[]>([])
  const look = useDebouncedCallback(async (q: string) => {
    if (q.trim().length >= LETTERS_MIN) setFound(await ask({ q: q.trim(), limit: SHOWN }))
  }, PAUSE_MS)
  return { found, look: has_products ? look : () => {} }
}

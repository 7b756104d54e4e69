/**
 * What gifts have done: for the page of welcome bonuses. The gifts themselves are a part of the
 * bonus settings. Source: design/screens.md §5.6.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, money } from './wire.ts'

/** One kind of gift, or one flyer, over the last year. */
const giftFigures = z.object({
  kind: z.enum(['on_join', 'profile_complete', 'first_purchase', 'flyer']),
  /** Of a flyer. */
  flyer_id: id.nullable(),
  /** How many got it; one per phone, so this is also a flyer's uses. */
  given: z.int(),
  bonuses: money,
  /** Of `bonuses`, what paid for purchases. */
  used: money,
  /** How many bought again on a later day. */
  came_back: z.int(),
})

export const getGiftFigures = endpoint({
  method: 'GET',
  path: '/api/v1/gifts/figures',
  summary: 'What welcome gifts have done, and how many newcomers a month has brought',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({
    gifts: z.array(giftFigures),
    /** Of the last 30 days: what the gifts would have cost is counted from it. */
    newcomers: z.object({
      days: z.int(),
      joined: z.int(),
      /** Of them, with a name, a birthday and a city. */
      complete: z.int(),
      /** Their first receipts after discounts, before bonuses; the newest thousand. */
      first_receipts: z.array(money),
    }),
  }),
})

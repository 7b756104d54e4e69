/**
 * Pictures that owners give: logos, products, promotions, posts.
 *
 * A picture is sent by itself and answered with its address; the address is then saved with the
 * thing it belongs to. What is kept is our own drawing of it, never the file that came.
 * Source: bar.md "Uploads"; design/screens.md §5.2b, §5.5, §5.7.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

/** Square: cut to a square of 512; wide: cut to 1200 × 628; whole: as it is, at most 1600. */
const shape = z.enum(['square', 'wide', 'whole'])
export type ImageShape = z.output<typeof shape>

/** The address of a picture of ours, or null for none. The server checks whose it is. */
export const imageAddress = z.string().max(200).nullable()

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/v1/images',
  summary: 'Send a PNG, JPEG or WebP of at most 2 MB as the one file of a form',
  access: 'owner',
  query: z.strictObject({ organization_id: id, shape: shape.default('whole') }),
  upload: true,
  response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  refusals: ['unsupported_media', 'too_large', 'storage_full', 'rate_limited'],
})

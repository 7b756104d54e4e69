import { findProductLink } from '#server/features/catalog/find-product-link.ts'
import type { Io } from '#server/io/io.ts'
import type { LedButton, PostButton } from './post-rules.ts'

/** Where a button leads now: a product is the page it has by this moment. */
export async function leadButton(
  io: Pick<Io, 'db'>,
  organization_id: string,
  { button_leads_to, button_url, button_product_id }: Omit<PostButton, 'button_text'>,
): Promise<Omit<LedButton, 'button_text'>> {
  if (button_leads_to !== 'product') return { button_leads_to, button_url }
  const link =
    button_product_id === null
      ? null
      : await findProductLink(io, organization_id, button_product_id)
  return { button_leads_to: 'url', button_url: link }
}

import { useQuery } from '@tanstack/react-query'
import type { ButtonLeadsTo } from '#contract/posts.ts'
import { productQuery } from '../../shell/linked-products.ts'
import { type Text, useText } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'

type Led = { button_leads_to: ButtonLeadsTo; button_product_id: string }

/** Where the button leads, when somebody else has chosen otherwise meanwhile. */
export const leadsToDifference = (mine: Led, theirs: Led, t: Text<'shell'>): Difference[] =>
  mine.button_leads_to === theirs.button_leads_to &&
  mine.button_product_id === theirs.button_product_id
    ? []
    : [{ label: t('leads_to'), mine: <Where {...mine} />, theirs: <Where {...theirs} /> }]

function Where({ button_leads_to, button_product_id }: Led) {
  const t = useText('shell')
  const { data } = useQuery(productQuery(button_product_id))
  return data ? `${t('product')}: ${data.name}` : t(`leads_to.${button_leads_to}`)
}

/** Where the button of a message leads: to an address, to the card of who reads it, to a product. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ButtonLeadsTo as Where } from '#contract/posts.ts'
import { useText } from '../text/text.ts'
import { Pick } from '../ui/choices.tsx'

// Most buttons lead elsewhere, and what searches is heavy.
const ProductSelect = lazy(async () => ({
  default: (await import('./product-select.tsx')).ProductSelect,
}))

type Props = {
  value: Where
  error?: string | undefined
  /** What was told of another place goes. */
  onChange: (changes: {
    button_leads_to: Where
    button_url?: string
    button_product_id?: string
  }) => void
}

export function ButtonLeadsTo({ value, error, onChange }: Props) {
  const t = useText('shell')
  return (
    <Pick
      label={t('leads_to')}
      options={(['url', 'card', 'product'] as const).map((where) => ({
        value: where,
        label: t(`leads_to.${where}`),
      }))}
      value={value}
      error={error}
      onChange={(button_leads_to) =>
        onChange({
          button_leads_to,
          ...(button_leads_to !== 'url' && { button_url: '' }),
          ...(button_leads_to !== 'product' && { button_product_id: '' }),
        })
      }
    />
  )
}

/** The product it leads to, where that is chosen. */
export const ButtonProduct = (props: ComponentProps<typeof ProductSelect>) => (
  <Suspense>
    <ProductSelect {...props} />
  </Suspense>
)

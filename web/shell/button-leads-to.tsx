/** Where the button of a message leads: to an address, or to the card of who reads it. */
import type { ButtonLeadsTo as Where } from '#contract/posts.ts'
import { useText } from '../text/text.ts'
import { Pick } from '../ui/choices.tsx'

type Props = {
  value: Where
  error?: string | undefined
  /** The card has no address: what was typed goes. */
  onChange: (changes: { button_leads_to: Where; button_url?: string }) => void
}

export function ButtonLeadsTo({ value, error, onChange }: Props) {
  const t = useText('shell')
  return (
    <Pick
      label={t('leads_to')}
      options={(['url', 'card'] as const).map((where) => ({
        value: where,
        label: t(`leads_to.${where}`),
      }))}
      value={value}
      error={error}
      onChange={(button_leads_to) =>
        onChange({ button_leads_to, ...(button_leads_to === 'card' && { button_url: '' }) })
      }
    />
  )
}

/** A masked phone with an eye: the whole number comes from the server, which records who looked. */
import { ActionIcon, Tooltip } from '@mantine/core'
import type { MouseEvent } from 'react'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { toast } from '../../shell/toasts.tsx'
import { phone as printed } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './buyers.module.css'
import { useRevealPhone } from './queries.ts'

type Props = { organization_id: string; buyer_id: string; masked: string | null }

/** The row of the list opens the card; looking at a number must not. */
const keepRow = (event: MouseEvent) => event.stopPropagation()

export function RevealPhone({ organization_id, buyer_id, masked }: Props) {
  const t = useText('buyers')
  const reveal = useRevealPhone(organization_id, buyer_id)
  const whole = reveal.data?.phone
  if (!masked) return <span className={classes.phone}>{t('phone.none')}</span>
  const label = t(whole ? 'hide' : 'reveal')
  return (
    <span className={classes.phone}>
      {whole ? (
        <a href={`tel:${whole}`} onClick={keepRow}>
          {printed(whole)}
        </a>
      ) : (
        masked
      )}
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={label}
          loading={reveal.isPending}
          onClick={(event) => {
            keepRow(event)
            if (whole) reveal.reset()
            else reveal.mutate(undefined, { onError: (error) => void toast.problem(error) })
          }}
        >
          {whole ? <IconEyeOff size={16} stroke={1.75} /> : <IconEye size={16} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

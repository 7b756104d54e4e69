/** The head of a screen beside the sale: the way back, what it is, its one act. */
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../text/text.ts'
import { Keys } from './kbd.tsx'
import classes from './screen-head.module.css'

/** Leads back to the sale, as Esc does. */
export function BackToSale({ onBack }: { onBack: () => void }) {
  const t = useText('cashier')
  return (
    <Button
      variant="subtle"
      h={48}
      px="sm"
      leftSection={<IconArrowLeft size={20} />}
      rightSection={<Keys>Esc</Keys>}
      onClick={onBack}
    >
      {t('head.sale')}
    </Button>
  )
}

type Props = {
  title: string
  /** Takes the focus when the screen opens, so that a reader is told where it is. */
  heading: RefObject<HTMLHeadingElement | null>
  purpose: string
  onBack: () => void
  children: ReactNode
}

export function ScreenHead({ title, heading, purpose, onBack, children }: Props) {
  return (
    <div className={classes.head}>
      <BackToSale onBack={onBack} />
      <div className={classes.title}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{purpose}</p>
      </div>
      {children}
    </div>
  )
}

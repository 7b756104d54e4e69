/** A dialog of the till: mounted while it is open, its cross has a name. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../text/text.ts'

type Props = { title: ReactNode; size?: number; onClose: () => void; children: ReactNode }

export function TillModal({ title, size = 480, onClose, children }: Props) {
  const close = useText('shell')('ui.close')
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': close, size: 48 }}
    >
      {children}
    </Modal>
  )
}

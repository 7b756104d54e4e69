/** Asked before unsaved changes are lost. A file of its own: most visits never see it. */
import { Button, Modal } from '@mantine/core'
import classes from './form-page.module.css'
import { useWords } from './words.tsx'

export function LeaveQuestion({ onStay, onGo }: { onStay: () => void; onGo: () => void }) {
  const { word } = useWords()
  return (
    <Modal opened onClose={onStay} title={word('ui.leave.title')} size={420}>
      <p className={classes.leaveText}>{word('ui.leave.text')}</p>
      <div className={classes.leaveButtons}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {word('ui.leave.stay')}
        </Button>
        <Button color="kalyna" onClick={onGo}>
          {word('ui.leave.go')}
        </Button>
      </div>
    </Modal>
  )
}

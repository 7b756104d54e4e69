/** The words of a toast with a way back: undo in place of a question beforehand. */
import { Button, Group } from '@mantine/core'

type Props = {
  text: string
  /** The verb of the way back: «Повернути». */
  verb: string
  onUndo: () => void
}

/** What to give to a toast: `toast.done(undoable({ text, verb, onUndo }))`. */
export const undoable = (props: Props) => <Undo {...props} />

function Undo({ text, verb, onUndo }: Props) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{text}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        {verb}
      </Button>
    </Group>
  )
}

/** The words of a toast with a way back: undo in place of a question beforehand. */
import { Button, Group } from '@mantine/core'
import { useText } from '../../text/text.ts'

export function Undo({ text, onUndo }: { text: string; onUndo: () => void }) {
  const t = useText('pos')
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{text}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        {t('visible.undo')}
      </Button>
    </Group>
  )
}

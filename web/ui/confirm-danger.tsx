/**
 * A question before an act that cannot be undone. The title is the act, the body its consequence in
 * numbers, the red button repeats the verb; focus starts on Cancel.
 */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useWords } from './words.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The consequence, in numbers. */
  children: ReactNode
  /** The verb: «Видалити організацію». */
  verb: string
  onConfirm: () => void
  pending?: boolean
  /** When given, the person types this name first. */
  type_name?: string
  /** The sentence of a refusal; the dialog stays open with it. */
  error?: string
}

export function ConfirmDanger(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={480}>
      <Question {...props} />
    </Modal>
  )
}

function Question({ onClose, children, verb, onConfirm, pending, type_name, error }: Props) {
  const { word } = useWords()
  const [typed, setTyped] = useState('')
  const ready = type_name === undefined || typed.trim() === type_name.trim()
  return (
    <Stack gap="md">
      <div>{children}</div>
      {type_name === undefined ? null : (
        <TextInput
          label={word('ui.type_name', { name: type_name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {error ? (
        <Text role="alert" c="kalyna" size="sm">
          {error}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {word('ui.cancel')}
        </Button>
        <Button color="kalyna" onClick={onConfirm} loading={pending} disabled={!ready}>
          {verb}
        </Button>
      </Group>
    </Stack>
  )
}

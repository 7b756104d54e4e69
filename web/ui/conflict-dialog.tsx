/** Somebody else saved first: what differs, and the choice between the two. */
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export type Difference = { label: string; mine: ReactNode; theirs: ReactNode }

type Props = {
  opened: boolean
  onClose: () => void
  differences: Difference[]
  onOverwrite: () => void
  /** Gives up one's own changes for the stored values. */
  onTake: () => void
  pending: boolean
  words: {
    title: string
    text: string
    show: string
    overwrite: string
    take: string
    field: string
    mine: string
    theirs: string
    close: string
  }
}

export function ConflictDialog(props: Props) {
  const { opened, onClose, differences, onOverwrite, onTake, pending, words } = props
  const [shown, setShown] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.title}
      size={560}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text>{words.text}</Text>
        {shown ? (
          <Table.ScrollContainer minWidth={360}>
            <Table fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.field}</Table.Th>
                  <Table.Th>{words.mine}</Table.Th>
                  <Table.Th>{words.theirs}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {differences.map(({ label, mine, theirs }) => (
                  <Table.Tr key={label}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td>{mine}</Table.Td>
                    <Table.Td>{theirs}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : (
          <Button
            variant="subtle"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setShown(true)}
          >
            {words.show}
          </Button>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onTake} data-autofocus>
            {words.take}
          </Button>
          <Button onClick={onOverwrite} loading={pending}>
            {words.overwrite}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

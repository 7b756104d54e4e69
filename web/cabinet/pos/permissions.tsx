/** What one cashier may do, as switches that are saved together. */
import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { type CashierUser, type Permission, useChangeCashier } from './queries.ts'

const ALL: Permission[] = [
  'spend',
  'register_buyer',
  'cancel',
  'cancel_others',
  'compensate',
  'see_phone',
]

type Props = { cashier: CashierUser; opened: boolean; onClose: () => void }

export function Permissions(props: Props) {
  const t = useText('pos')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('permissions.title', { name: props.cashier.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Switches {...props} />
    </Modal>
  )
}

function Switches({ cashier, onClose }: Props) {
  const t = useText('pos')
  const [permissions, setPermissions] = useState(cashier.permissions)
  const change = useChangeCashier()
  const save = () =>
    change.mutate(
      { id: cashier.id, permissions },
      {
        onSuccess() {
          toast.done(t('permissions.saved'))
          onClose()
        },
      },
    )
  return (
    <Stack gap="md">
      {ALL.map((one) => (
        <Switch
          key={one}
          size="md"
          label={t(`permission.${one}`)}
          description={t(`permission.${one}.hint`)}
          checked={permissions[one]}
          onChange={(event) =>
            setPermissions({ ...permissions, [one]: event.currentTarget.checked })
          }
        />
      ))}
      {change.error ? (
        <Text role="alert" size="sm" c="kalyna">
          {problemSentence(change.error)}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={save} loading={change.isPending}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  )
}

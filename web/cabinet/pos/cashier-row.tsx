/** One cashier with what an owner may do: rights, a new PIN, switching off, deleting. */
import { ActionIcon, Avatar, Badge, Group, Menu, Text } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPlugConnected,
  IconShieldCheck,
  IconToggleLeft,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../shell/toasts.tsx'
import { initials, relative, time } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { Permissions } from './permissions.tsx'
import classes from './pos.module.css'
import { type CashierUser, useChangeCashier, useDeleteCashier, useResetPin } from './queries.ts'
import type { Secret } from './secret-card.tsx'

type Props = { cashier: CashierUser; zone: string; onSecret: (secret: Secret) => void }

const isAhead = (moment: string | null) => moment !== null && new Date(moment) > new Date()

export function CashierRow({ cashier, zone, onSecret }: Props) {
  const t = useText('pos')
  const [asking, setAsking] = useState<'reset' | 'delete' | 'permissions'>()
  const close = () => setAsking(undefined)
  const isProgram = cashier.role === 'integration'
  const last = isProgram ? cashier.last_used_at : cashier.last_login_at
  const isLocked = isAhead(cashier.locked_until)
  return (
    <div className={classes.cashier}>
      <Avatar color="spruce" radius="md" aria-hidden>
        {isProgram ? (
          <IconPlugConnected size={20} stroke={1.75} />
        ) : (
          initials(...cashier.name.split(' '))
        )}
      </Avatar>
      <div className={classes.who}>
        <Group gap={8}>
          <Text fw={560}>{cashier.name}</Text>
          <Badge size="md" color="gray">
            {t(`role.${cashier.role}`)}
          </Badge>
          {cashier.enabled ? null : (
            <Badge size="md" color="kalyna">
              {t('cashiers.disabled')}
            </Badge>
          )}
          {isLocked && cashier.locked_until ? (
            <Badge size="md" color="honey">
              {t('cashiers.locked', { time: time(cashier.locked_until, zone) })}
            </Badge>
          ) : null}
        </Group>
        <span className={classes.meta}>
          {cashier.login ? `${cashier.login} · ` : ''}
          {last
            ? t(isProgram ? 'cashiers.used' : 'cashiers.last', { when: relative(last) })
            : t(isProgram ? 'cashiers.unused' : 'cashiers.never')}
        </span>
      </div>
      <CashierMenu cashier={cashier} onAsk={setAsking} />
      <ResetPin cashier={cashier} opened={asking === 'reset'} onClose={close} onSecret={onSecret} />
      <DeleteCashier cashier={cashier} opened={asking === 'delete'} onClose={close} />
      <Permissions cashier={cashier} opened={asking === 'permissions'} onClose={close} />
    </div>
  )
}

type MenuProps = {
  cashier: CashierUser
  onAsk: (what: 'reset' | 'delete' | 'permissions') => void
}

function CashierMenu({ cashier, onAsk }: MenuProps) {
  const t = useText('pos')
  const change = useChangeCashier()
  const { name } = cashier
  const turn = (enabled: boolean) =>
    change.mutate(
      { id: cashier.id, enabled },
      {
        onSuccess: () =>
          void toast.done(t(enabled ? 'cashiers.switched_on' : 'cashiers.switched_off', { name })),
        onError: (error) => void toast.problem(error),
      },
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('cashiers.menu', { name })}
        >
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconShieldCheck size={18} stroke={1.75} />}
          onClick={() => onAsk('permissions')}
        >
          {t('cashiers.permissions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={18} stroke={1.75} />} onClick={() => onAsk('reset')}>
          {t(cashier.role === 'integration' ? 'cashiers.reset_token' : 'cashiers.reset')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconToggleLeft size={18} stroke={1.75} />}
          onClick={() => turn(!cashier.enabled)}
        >
          {t(cashier.enabled ? 'cashiers.disable' : 'cashiers.enable')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="kalyna"
          leftSection={<IconTrash size={18} stroke={1.75} />}
          onClick={() => onAsk('delete')}
        >
          {t('cashiers.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type AskProps = { cashier: CashierUser; opened: boolean; onClose: () => void }

function ResetPin({ cashier, opened, onClose, onSecret }: AskProps & Pick<Props, 'onSecret'>) {
  const t = useText('pos')
  const reset = useResetPin()
  const what = cashier.role === 'integration' ? 'cashiers.reset_token' : 'cashiers.reset'
  return (
    <ConfirmDanger
      opened={opened}
      onClose={onClose}
      title={t(`${what}.title`, { name: cashier.name })}
      verb={t(`${what}.verb`)}
      pending={reset.isPending}
      error={reset.error ? problemSentence(reset.error) : undefined}
      onConfirm={() =>
        reset.mutate(cashier.id, {
          onSuccess(secret) {
            onClose()
            onSecret(secret)
          },
        })
      }
    >
      {t(`${what}.text`)}
    </ConfirmDanger>
  )
}

function DeleteCashier({ cashier, opened, onClose }: AskProps) {
  const t = useText('pos')
  const remove = useDeleteCashier()
  return (
    <ConfirmDanger
      opened={opened}
      onClose={onClose}
      title={t('cashiers.delete.title', { name: cashier.name })}
      verb={t('cashiers.delete.verb')}
      pending={remove.isPending}
      error={remove.error ? problemSentence(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(cashier.id, {
          onSuccess() {
            onClose()
            toast.done(t('cashiers.deleted'))
          },
        })
      }
    >
      {t('cashiers.delete.text')}
    </ConfirmDanger>
  )
}

import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import type { License } from './queries.ts'
import type { Actions } from './use-actions.tsx'

type Props = { license: License; name: string; actions: Actions }

/** The next step as a button, the rest behind the dots. */
export function ActionsMenu({ license, name, actions }: Props) {
  const t = useText('licenses')
  const { status, auto_renew } = license
  const unpaid = status === 'created' || status === 'awaiting_payment'
  const running = status === 'active' || status === 'cancelled'
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-md" variant="light" onClick={() => actions.pay(license)}>
        {t(running || status === 'trial' ? 'act.prolong' : 'act.pay')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('act.more', { name })}>
            <IconDotsVertical size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => actions.pay(license)}>{t('act.change')}</Menu.Item>
          {running && !auto_renew ? (
            <Menu.Item onClick={() => actions.pay(license)}>{t('act.subscribe')}</Menu.Item>
          ) : null}
          <Menu.Item onClick={() => actions.assign(license)}>{t('act.assign')}</Menu.Item>
          {auto_renew ? (
            <Menu.Item color="kalyna" onClick={() => actions.cancel(license)}>
              {t('act.cancel')}
            </Menu.Item>
          ) : null}
          {unpaid ? (
            <Menu.Item color="kalyna" onClick={() => actions.remove(license)}>
              {t('act.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

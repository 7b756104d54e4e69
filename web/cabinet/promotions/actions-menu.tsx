/** What can be done with a promotion where it stands. */
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import type { Promotion } from './queries.ts'
import type { Actions } from './use-actions.tsx'

const icon = { size: 18, stroke: 1.75 } as const

type Props = {
  promotion: Promotion
  actions: Actions
  /** While a form holds changes: a step would lose them. */
  disabled?: boolean
}

export function ActionsMenu({ promotion, actions, disabled = false }: Props) {
  const t = useText('promotions')
  const { status } = promotion
  const at_work = status === 'running' || status === 'planned'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          disabled={disabled}
          aria-label={t('menu', { name: promotion.name })}
        >
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'draft' || status === 'paused' ? (
          <Menu.Item
            leftSection={<IconPlayerPlay {...icon} />}
            onClick={() => actions.launch(promotion)}
          >
            {t(status === 'draft' ? 'act.launch' : 'act.resume')}
          </Menu.Item>
        ) : null}
        {at_work ? (
          <Menu.Item
            leftSection={<IconPlayerPause {...icon} />}
            onClick={() => actions.pause(promotion)}
          >
            {t('act.pause')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => actions.copy(promotion)}>
          {t('act.copy')}
        </Menu.Item>
        <Ending promotion={promotion} actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Ending({ promotion, actions }: { promotion: Promotion; actions: Actions }) {
  const t = useText('promotions')
  const { status, archived } = promotion
  if (status === 'draft') {
    return (
      <Menu.Item
        color="kalyna"
        leftSection={<IconTrash {...icon} />}
        onClick={() => actions.remove(promotion)}
      >
        {t('act.delete')}
      </Menu.Item>
    )
  }
  if (status === 'finished') {
    return (
      <Menu.Item
        leftSection={archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
        onClick={() => actions.archive(promotion, !archived)}
      >
        {t(archived ? 'act.unarchive' : 'act.archive')}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item
      color="kalyna"
      leftSection={<IconPlayerStop {...icon} />}
      onClick={() => actions.finish(promotion)}
    >
      {t('act.finish')}
    </Menu.Item>
  )
}

/** The points of sale: a table on wide screens, cards on a phone. */
import { ActionIcon, Button, Card, Menu, Switch, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconLicense, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { undoable } from '../../ui/undo.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { LicenseBadge } from './license-badge.tsx'
import classes from './pos.module.css'
import { useSetVisible } from './queries.ts'

type Open = (pos_id: string, part?: string) => void
type Props = {
  organization: Organization
  points: Point[]
  onOpen: Open
  onDelete: (point: Point) => void
}

export function PointsList(props: Props) {
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  return phone ? <Cards {...props} /> : <Rows {...props} />
}

const addressOf = (point: Point) => [point.city_name, point.address].filter(Boolean).join(', ')

function Rows({ organization, points, onOpen, onDelete }: Props) {
  const t = useText('pos')
  return (
    <Card padding={0}>
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('col.name')}</Table.Th>
              <Table.Th>{t('col.license')}</Table.Th>
              <Table.Th>{t('col.visible')}</Table.Th>
              <Table.Th ta="right">{t('col.cashiers')}</Table.Th>
              <Table.Th ta="right">{t('col.receipts_today')}</Table.Th>
              <Table.Th>
                <span className="v-sr">{t('col.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map((point) => (
              <Table.Tr key={point.id} className={classes.row} onClick={() => onOpen(point.id)}>
                <Table.Td>
                  <Name point={point} />
                </Table.Td>
                <Table.Td>
                  <LicenseBadge license={point.license} zone={organization.timezone} />
                </Table.Td>
                <Table.Td onClick={(event) => event.stopPropagation()}>
                  <VisibleSwitch organization={organization} point={point} />
                </Table.Td>
                <Table.Td ta="right" onClick={(event) => event.stopPropagation()}>
                  <Cashiers point={point} onOpen={onOpen} />
                </Table.Td>
                <Table.Td ta="right">{number(point.receipts_today)}</Table.Td>
                <Table.Td ta="right" onClick={(event) => event.stopPropagation()}>
                  <Actions point={point} onOpen={onOpen} onDelete={onDelete} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function Cards({ organization, points, onOpen, onDelete }: Props) {
  const t = useText('pos')
  return (
    <div className={classes.cards}>
      {points.map((point) => (
        <Card key={point.id} padding="md" className={classes.card}>
          <div className={classes.head}>
            <button type="button" className={classes.name} onClick={() => onOpen(point.id)}>
              {point.name}
              <span className={classes.address}>
                <br />
                {addressOf(point) || t('no_address')}
              </span>
            </button>
            <Actions point={point} onOpen={onOpen} onDelete={onDelete} />
          </div>
          <div>
            <LicenseBadge license={point.license} zone={organization.timezone} />
          </div>
          <span className={classes.address}>
            {t('col.cashiers')}: {number(point.cashiers_count)} · {t('col.receipts_today')}:{' '}
            {number(point.receipts_today)}
          </span>
          <VisibleSwitch organization={organization} point={point} labelled />
        </Card>
      ))}
    </div>
  )
}

function Name({ point }: { point: Point }) {
  const t = useText('pos')
  return (
    <>
      {/* The click goes on to the row, which opens the point; the button is for the keyboard. */}
      <button type="button" className={classes.name} aria-label={t('open', { name: point.name })}>
        {point.name}
      </button>
      <span className={classes.address}>{addressOf(point) || t('no_address')}</span>
    </>
  )
}

type SwitchProps = { organization: Organization; point: Point; labelled?: boolean }

function VisibleSwitch({ organization, point, labelled = false }: SwitchProps) {
  const t = useText('pos')
  const set = useSetVisible(organization.id)
  const [shown, choose] = useChoice({ visible: point.visible })
  const turn = (visible: boolean, undo: boolean) => {
    const saving = set.mutateAsync(
      { pos_id: point.id, visible },
      {
        onSuccess() {
          const text = t(visible ? 'visible.shown' : 'visible.hidden')
          toast.done(
            undo
              ? undoable({ text, verb: t('visible.undo'), onUndo: () => turn(!visible, false) })
              : text,
          )
        },
        onError: toast.problem,
      },
    )
    choose({ visible }, saving)
  }
  return (
    <Switch
      size="md"
      checked={shown.visible}
      aria-label={t('visible.label', { name: point.name })}
      label={labelled ? t('col.visible') : undefined}
      onChange={(event) => turn(event.currentTarget.checked, true)}
    />
  )
}

/** The number opens the people behind it: adding a cashier is an everyday job. */
function Cashiers({ point, onOpen }: { point: Point; onOpen: Open }) {
  const t = useText('pos')
  return (
    <Button
      variant="subtle"
      size="compact-md"
      aria-label={t('cashiers.of', {
        name: point.name,
        count: number(point.cashiers_count),
      })}
      onClick={() => onOpen(point.id, 'cashiers')}
    >
      {number(point.cashiers_count)}
    </Button>
  )
}

type ActionsProps = { point: Point; onOpen: Open; onDelete: (point: Point) => void }

function Actions({ point, onOpen, onDelete }: ActionsProps) {
  const t = useText('pos')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('menu', { name: point.name })}
        >
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={18} stroke={1.75} />}
          onClick={() => onOpen(point.id, 'data')}
        >
          {t('menu.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLicense size={18} stroke={1.75} />}
          onClick={() => onOpen(point.id, 'license')}
        >
          {t('menu.license')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsers size={18} stroke={1.75} />}
          onClick={() => onOpen(point.id, 'cashiers')}
        >
          {t('menu.cashiers')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="kalyna"
          leftSection={<IconTrash size={18} stroke={1.75} />}
          onClick={() => onDelete(point)}
        >
          {t('menu.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

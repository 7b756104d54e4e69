/** One point of sale beside the list: its data, its license, its cashiers. */
import { Drawer, Tabs } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import { useText } from '../../text/text.ts'
import { CashiersTab } from './cashiers-tab.tsx'
import { LicenseTab } from './license-tab.tsx'
import { PosForm } from './pos-form.tsx'

const PARTS = ['data', 'license', 'cashiers'] as const

type Props = {
  organization: Organization
  point: Point | undefined
  isNew: boolean
  part: string | undefined
  onPart: (part: string) => void
  onOpen: (pos_id: string, part: string) => void
  onClose: () => void
}

export function PosDrawer(props: Props) {
  const { organization, point, isNew, onOpen, onClose } = props
  const t = useText('pos')
  return (
    <Drawer
      opened={isNew || point !== undefined}
      onClose={onClose}
      size={560}
      title={point?.name ?? t('new.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {point ? (
        <Parts {...props} point={point} key={point.id} />
      ) : isNew ? (
        <PosForm
          organization={organization}
          point={undefined}
          onSaved={(created) => onOpen(created.id, 'license')}
        />
      ) : null}
    </Drawer>
  )
}

function Parts({ organization, point, part, onPart, onClose }: Props & { point: Point }) {
  const t = useText('pos')
  const shown = PARTS.find((one) => one === part) ?? 'data'
  return (
    <Tabs value={shown} onChange={(next) => next && onPart(next)} keepMounted={false}>
      <Tabs.List mb="lg">
        {PARTS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="data">
        <PosForm organization={organization} point={point} onSaved={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="license">
        <LicenseTab organization={organization} point={point} />
      </Tabs.Panel>
      <Tabs.Panel value="cashiers">
        <CashiersTab organization={organization} point={point} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Sets of filters kept by name: chosen here, and kept here as they are on now. */
import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { REPORT_PRESETS_MAX } from '#contract/limits.ts'
import { useAddress, type Address } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { today } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { periodOf, presetOf, type Period } from '../../ui/period-picker.tsx'
import { type ReportOptions, useSaveOptions } from './options-queries.ts'
import type { Kept } from './with-report-options.tsx'

type Preset = ReportOptions['presets'][number]
const FILTERS = ['pos_id', 'cashier_id', 'status', 'kind', 'group', 'by', 'tab'] as const

type Props = {
  organization: Organization
  kept: Kept
  report: Preset['report']
  period: Period
  /** What the address calls the two days. */
  days: readonly [string, string]
}

export function PresetsMenu({ kept, ...props }: Props) {
  return kept.options ? <Presets {...props} options={kept.options} /> : null
}

type PresetsProps = Omit<Props, 'kept'> & { options: ReportOptions }

function Presets({ organization, options, report, period, days }: PresetsProps) {
  const t = useText('reports')
  const [address, change] = useAddress()
  const [opened, { open, close }] = useDisclosure()
  const own = options.presets.filter((one) => one.report === report)
  const now = today(organization.timezone)
  const apply = ({ filters }: Preset) => {
    const { period: named, ...rest } = filters
    const asked: Address = { page: undefined, page_number: undefined }
    for (const name of FILTERS) asked[name] = rest[name]
    const span = named && periodOf(named, now)
    change({ ...asked, [days[0]]: span?.from, [days[1]]: span?.to }, { step: true })
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={20} stroke={1.75} />}>
            {t('presets')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {own.map((preset) => (
            <Menu.Item key={preset.name} onClick={() => apply(preset)}>
              {preset.name}
            </Menu.Item>
          ))}
          {own.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item onClick={open} disabled={options.presets.length >= REPORT_PRESETS_MAX}>
            {t('presets.save')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={opened} onClose={close} title={t('presets.save')}>
        {opened ? (
          <Name
            organization={organization}
            options={options}
            preset={{ report, filters: filtersOf(address, period, now) }}
            onDone={close}
          />
        ) : null}
      </Modal>
    </>
  )
}

function filtersOf(address: Address, period: Period, now: string): Preset['filters'] {
  const named = presetOf(period, now)
  const on = FILTERS.flatMap((name) => (address[name] ? [[name, address[name]] as const] : []))
  return {
    ...(Object.fromEntries(on) as Preset['filters']),
    ...(named !== 'custom' && { period: named }),
  }
}

type NameProps = {
  organization: Organization
  options: ReportOptions
  preset: Omit<Preset, 'name'>
  onDone: () => void
}

function Name({ organization, options, preset, onDone }: NameProps) {
  const t = useText('reports')
  const [name, setName] = useState('')
  const save = useSaveOptions(organization.id, options, onDone)
  const others = options.presets.filter(
    (one) => one.report !== preset.report || one.name !== name.trim(),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) save.mutate({ presets: [...others, { ...preset, name: name.trim() }] })
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('presets.name')}
          description={t('presets.hint')}
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t('presets.keep')}
        </Button>
      </Stack>
    </form>
  )
}

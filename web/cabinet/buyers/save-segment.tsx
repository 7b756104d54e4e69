/** A name for the conditions, and whether the segment follows them or keeps today's buyers. */
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SEGMENT_NAME_MAX } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import type { Filter } from '../../shell/segments/filter.ts'
import { useSaveSegment } from '../../shell/segments/queries.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'

type Props = {
  organization: Organization
  opened: boolean
  filter: Filter
  onClose: () => void
  onSaved: (segment_id: string) => void
}

export function SaveSegment(props: Props) {
  const t = useText('segments')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('save.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

const MODES = ['dynamic', 'frozen'] as const

function Fields({ organization, filter, onClose, onSaved }: Props) {
  const t = useText('segments')
  const save = useSaveSegment(organization.id)
  const [name, setName] = useState('')
  const [mode, setMode] = useState<(typeof MODES)[number]>('dynamic')
  const [missing, setMissing] = useState(false)
  const submit = () => {
    if (name.trim() === '') return setMissing(true)
    save.mutate(
      { action: 'create', segment: { name: name.trim(), mode, filter } },
      {
        onSuccess({ segment }) {
          toast.done(t('save.done'))
          onClose()
          if (segment) onSaved(segment.id)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('save.name')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={SEGMENT_NAME_MAX}
          value={name}
          error={missing && name.trim() === '' ? t('save.name.error') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('save.mode')}
          value={mode}
          onChange={(next) => setMode(next === 'frozen' ? 'frozen' : 'dynamic')}
        >
          <Stack gap="sm" mt="xs">
            {MODES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`save.${one}`)}
                description={t(`save.${one}.text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {save.error ? (
          <Text role="alert" c="red">
            {problemSentence(save.error)}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

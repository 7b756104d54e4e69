/** The level by the owner's hand: which one, and until which day. */
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { type BuyerWhole, levelsQuery, usePinLevel } from './queries.ts'

type Props = {
  organization: Organization
  buyer: BuyerWhole
  opened: boolean
  onClose: () => void
}

export function PinDialog(props: Props) {
  const t = useText('buyers')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('pin.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

function Fields({ organization, buyer, onClose }: Props) {
  const t = useText('buyers')
  const levels = useQuery(levelsQuery(organization.id))
  const pin = usePinLevel(organization.id, buyer.profile.id)
  const [level, setLevel] = useState(String(buyer.level?.number ?? ''))
  const [until, setUntil] = useState('')
  const now = today(organization.timezone)
  const send = (number: number | null) =>
    pin.mutate(
      { level: number, until: number === null || until === '' ? null : until },
      {
        onSuccess() {
          toast.done(t(number === null ? 'pin.freed' : 'pin.done'))
          onClose()
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(Number(level))
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('pin.text')}
        </Text>
        <NativeSelect
          size="md"
          label={t('pin.level')}
          value={level}
          onChange={(event) => setLevel(event.currentTarget.value)}
          data={(levels.data?.levels ?? []).map(({ number, name }) => ({
            value: String(number),
            label: name,
          }))}
        />
        <TextInput
          type="date"
          label={t('pin.until')}
          description={t('pin.until.hint')}
          min={now}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={until !== '' && until < now ? t('pin.until.error') : undefined}
        />
        {pin.error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(pin.error)}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          {buyer.level?.pinned ? (
            <Button variant="subtle" color="kalyna" mr="auto" onClick={() => send(null)}>
              {t('pin.free')}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={pin.isPending}
            disabled={level === '' || (until !== '' && until < now)}
          >
            {t('pin.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

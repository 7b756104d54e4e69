/** Who invited a newcomer: told once, before the first receipt. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { type BuyerWhole, useSetInviter } from './queries.ts'

type Props = {
  organization: Organization
  buyer: BuyerWhole
  opened: boolean
  onClose: () => void
}

export function InviterDialog(props: Props) {
  const t = useText('buyers')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('inviter.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

function Fields({ organization, buyer, onClose }: Props) {
  const t = useText('buyers')
  const set = useSetInviter(organization.id, buyer.profile.id)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const submit = () => {
    const phone = normalizePhone(typed)
    if (phone === undefined) return setWrong(refusalSentence('not_a_phone') ?? '!')
    set.mutate(phone, {
      onSuccess() {
        toast.done(t('inviter.done'))
        onClose()
      },
      onError: (error) =>
        setWrong(fieldSentences(error)['inviter_phone'] ?? problemSentence(error)),
    })
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
        <Text size="sm" c="dimmed">
          {t('inviter.text')}
        </Text>
        <PhoneInput
          label={t('inviter.phone')}
          required
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setWrong(undefined)
          }}
          error={wrong}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {t('inviter.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Registers a buyer by phone; a phone that is known already opens its card. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { normalizePhone, printPhone } from '#contract/phone.ts'
import type { Organization } from '../../shell/organizations.ts'
import { ProblemLine } from '../../shell/problem-line.tsx'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { useCreateBuyer } from './queries.ts'

type Props = {
  organization: Organization
  opened: boolean
  onClose: () => void
  onCreated: (buyer_id: string) => void
  phone?: string
}

export function CreateBuyer(props: Props) {
  const t = useText('buyers')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('create.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

function Fields({ organization, onClose, onCreated, phone }: Props) {
  const t = useText('buyers')
  const create = useCreateBuyer()
  const form = useForm({
    initialValues: { phone: phone ? printPhone(phone) : '', first_name: '', last_name: '' },
    validate: {
      phone: (typed) => (normalizePhone(typed) ? null : (refusalSentence('not_a_phone') ?? '!')),
    },
  })
  const submit = form.onSubmit(
    (values) =>
      create.mutate(
        {
          organization_id: organization.id,
          phone: normalizePhone(values.phone) ?? values.phone,
          first_name: values.first_name.trim() || undefined,
          last_name: values.last_name.trim() || undefined,
        },
        {
          onSuccess({ buyer, created }) {
            if (created) toast.done(t('create.done'))
            else toast.info(t('create.known'))
            onCreated(buyer.profile.id)
          },
          onError: (error) => form.setErrors(fieldSentences(error)),
        },
      ),
    () => form.getInputNode('phone')?.focus(),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PhoneInput
          label={t('create.phone')}
          required
          data-autofocus
          autoComplete="off"
          value={form.values.phone}
          onChange={(value) => form.setFieldValue('phone', value)}
          error={form.errors.phone}
        />
        <TextInput
          label={t('create.first_name')}
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={t('create.last_name')}
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
        {create.error ? (
          <ProblemLine error={create.error} organization_id={organization.id} />
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('create.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

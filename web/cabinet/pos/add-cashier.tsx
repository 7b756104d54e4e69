/** A new cashier: a name is enough, the login is made up by the server and the PIN always is. */
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { Point } from '../../shell/points.ts'
import { ProblemLine } from '../../shell/problem-line.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { useAddCashier } from './queries.ts'
import type { Secret } from './secret-card.tsx'

const ROLES = ['cashier', 'senior', 'integration'] as const
const LOGIN = /^[a-z0-9][a-z0-9._-]{2,39}$/i

type Props = { point: Point; onAdded: (secret: Secret) => void; onClose: () => void }

export function AddCashier({ point, onAdded, onClose }: Props) {
  const t = useText('pos')
  const add = useAddCashier()
  const form = useForm({
    initialValues: { name: '', role: 'cashier' as (typeof ROLES)[number], login: '' },
    validateInputOnBlur: true,
    validate: {
      name: (name) => (name.trim() && name.trim().length <= 60 ? null : t('add.name.error')),
      login: (login) => (!login || LOGIN.test(login.trim()) ? null : t('add.login.error')),
    },
  })
  // The form takes the place of the list, so the focus goes where the typing begins.
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const integration = form.values.role === 'integration'
  const submit = form.onSubmit(
    ({ name, role, login }) =>
      add.mutate(
        {
          pos_id: point.id,
          name: name.trim(),
          role,
          login: login.trim() && !integration ? login.trim().toLowerCase() : undefined,
        },
        {
          onSuccess: onAdded,
          onError(error) {
            const taken = (error as { code?: string }).code === 'name_taken'
            form.setErrors(
              taken ? { login: t('add.login.taken', { login }) } : fieldSentences(error),
            )
          },
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('add.name')}
          description={t('add.name.hint')}
          required
          maxLength={60}
          autoComplete="off"
          ref={name}
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('add.role')} {...form.getInputProps('role')}>
          <Stack gap="sm" mt="xs">
            {ROLES.map((role) => (
              <Radio
                key={role}
                value={role}
                label={t(`role.${role}`)}
                description={t(`role.${role}.hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {integration ? null : (
          <TextInput
            label={t('add.login')}
            description={t('add.login.hint')}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('login')}
          />
        )}
        {add.error && !form.errors.login ? (
          <ProblemLine error={add.error} organization_id={point.organization_id} />
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('add.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

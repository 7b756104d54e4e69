import { Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, call } from '../../api/call.ts'
import { paths } from '../../shell/paths.ts'
import type { Profile } from '../../shell/profile.ts'
import { clearUser } from '../../shell/session.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import classes from './account.module.css'
import { needsPassword, useVerifyPassword } from '../../shell/verify-password.tsx'

export function DeleteAccount({ profile }: { profile: Profile }) {
  const t = useText('account')
  const [opened, { open, close }] = useDisclosure()
  const { guard, dialog } = useVerifyPassword()
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/v1/user/profile', {}),
    onSuccess: () => {
      clearUser()
      location.assign(paths.index)
    },
    onError: (error) => guard(error, () => remove.mutate()),
  })
  const inUse = remove.error instanceof ApiProblem && remove.error.code === 'in_use'
  const sentence = inUse ? t('delete.in_use') : problemSentence(remove.error)
  return (
    <section className={`${classes.section} ${classes.danger}`}>
      <Title order={2} size="h3">
        {t('section.danger')}
      </Title>
      <div className={classes.row}>
        <Text c="dimmed">{t('delete.hint')}</Text>
        <Button color="kalyna" variant="outline" onClick={open}>
          {t('delete.button')}
        </Button>
      </div>
      <ConfirmDanger
        opened={opened}
        onClose={() => {
          remove.reset()
          close()
        }}
        title={t('delete.title')}
        verb={t('delete.button')}
        type_name={profile.email}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        {...(remove.error && !needsPassword(remove.error) ? { error: sentence } : undefined)}
      >
        <Text>{t('delete.text', { email: profile.email })}</Text>
      </ConfirmDanger>
      {dialog}
    </section>
  )
}

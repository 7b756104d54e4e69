/** A code of an app beside the password: on, off, and the codes for the day the phone is lost. */
import { Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type Profile, profileQuery } from '../../shell/profile.ts'
import { toast } from '../../shell/toasts.tsx'
import { useVerifyPassword } from '../../shell/verify-password.tsx'
import { dateTime } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import classes from './account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { sessionsKey } from './sessions.tsx'
import { SetUpApp, type AppKey } from './set-up-app.tsx'

/** Here the reader's own clock is right: this is the owner's act, not a shop's. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function SecondFactor({ profile }: { profile: Profile }) {
  const t = useText('account')
  const refresh = useRefresh()
  const [codes, setCodes] = useState<string[]>()
  const factor = profile.second_factor
  const change = (made?: string[]) => {
    setCodes(made)
    void refresh()
  }
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('factor.section')}
      </Title>
      {factor ? (
        <Text>
          {t('factor.on', { date: dateTime(factor.since, zone), count: factor.recovery_codes })}
        </Text>
      ) : (
        <Text c="dimmed">{t('factor.off')}</Text>
      )}
      {factor ? (
        <TurnedOn onChange={change} />
      ) : (
        <TurnedOff confirmed={profile.email_confirmed} onChange={change} />
      )}
      <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
    </section>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: profileQuery.queryKey })
    await client.invalidateQueries({ queryKey: sessionsKey })
  }
}

type Change = { onChange: (recovery_codes?: string[]) => void }

function TurnedOff({ confirmed, onChange }: Change & { confirmed: boolean }) {
  const t = useText('account')
  const { guard, dialog } = useVerifyPassword()
  const [key, setKey] = useState<AppKey>()
  const begin = useMutation({
    mutationFn: () => call('POST /api/v1/user/second_factor', { body: {} }),
    onSuccess: setKey,
    onError: (error) => {
      if (!guard(error, () => begin.mutate())) toast.problem(error)
    },
  })
  if (!confirmed) return <Text>{t('factor.unconfirmed')}</Text>
  return (
    <>
      <Button
        onClick={() => begin.mutate()}
        loading={begin.isPending}
        style={{ justifySelf: 'start' }}
      >
        {t('factor.turn_on')}
      </Button>
      <SetUpApp
        app={key}
        onClose={() => setKey(undefined)}
        onDone={(made) => {
          setKey(undefined)
          onChange(made)
          toast.done(t('factor.done'))
        }}
      />
      {dialog}
    </>
  )
}

function TurnedOn({ onChange }: Change) {
  const t = useText('account')
  const { guard, dialog } = useVerifyPassword()
  const [asks, { open, close }] = useDisclosure()
  const [renews, renewal] = useDisclosure()
  const turnOff = useMutation({
    mutationFn: () => call('DELETE /api/v1/user/second_factor'),
    onSuccess: () => {
      toast.done(t('factor.off_done'))
      onChange()
    },
    onError: (error) => {
      close()
      if (!guard(error, () => turnOff.mutate())) toast.problem(error)
    },
  })
  const renew = useMutation({
    mutationFn: () => call('POST /api/v1/user/second_factor/recovery_codes', { body: {} }),
    onSuccess: ({ recovery_codes }) => {
      renewal.close()
      onChange(recovery_codes)
    },
    onError: (error) => {
      renewal.close()
      if (!guard(error, () => renew.mutate())) toast.problem(error)
    },
  })
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={renewal.open}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={open}>
          {t('factor.turn_off')}
        </Button>
      </Group>
      <ConfirmDanger
        opened={asks}
        onClose={close}
        title={t('factor.off_title')}
        verb={t('factor.turn_off')}
        pending={turnOff.isPending}
        onConfirm={() => turnOff.mutate()}
      >
        <Text>{t('factor.off_text')}</Text>
      </ConfirmDanger>
      <ConfirmDanger
        opened={renews}
        onClose={renewal.close}
        title={t('factor.renew')}
        verb={t('factor.renew')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        <Text>{t('factor.renew_text')}</Text>
      </ConfirmDanger>
      {dialog}
    </>
  )
}

/** One messenger: connected and how it fares, or the way to connect it in a minute. */
import { Anchor, Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { OrganizationLogo } from '../../shell/organization-switcher.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import classes from './bots.module.css'
import { ManagedConnect } from './managed-connect.tsx'
import {
  type Bot,
  type Client,
  type Messenger,
  useCheck,
  useConnect,
  useDisconnect,
} from './queries.ts'

const names = { telegram: 'Telegram', viber: 'Viber' } as const

type Props = { bot: Bot; type: Messenger; organization: Organization }

export function MessengerCard({ bot, type, organization }: Props) {
  const t = useText('bots')
  const client = bot.clients.find((one) => one.type === type)
  return (
    <Card withBorder component="section" aria-label={names[type]}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3">
            {names[type]}
          </Title>
          <Badge color={client ? colours[client.status] : 'stone'}>
            {t(client ? `status.${client.status}` : 'status.none')}
          </Badge>
        </Group>
        {client ? <Connected bot={bot} client={client} organization={organization} /> : null}
        {!client && type === 'telegram' && bot.managed ? (
          <ManagedConnect bot={bot} managed={bot.managed} />
        ) : null}
        {client ? null : <Connect bot={bot} type={type} />}
      </Stack>
    </Card>
  )
}

const colours = { ok: 'spruce', error: 'kalyna', revoked: 'kalyna' } as const

function Connected({ bot, client, organization }: Omit<Props, 'type'> & { client: Client }) {
  const t = useText('bots')
  const [asking, setAsking] = useState(false)
  const check = useCheck(bot, client.type)
  const disconnect = useDisconnect(bot, client.type)
  const problem = client.status === 'ok' ? null : t(`problem.${client.status}`)
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <OrganizationLogo
          organization={{ name: organization.name, logo: client.avatar }}
          size={52}
        />
        <div className={classes.names}>
          <Text fw={560}>{client.title}</Text>
          <Anchor href={client.link} target="_blank" rel="noreferrer" td="underline">
            {client.type === 'telegram' ? `@${client.username}` : client.username}
          </Anchor>
        </div>
      </Group>
      {problem ? (
        <Text c="var(--v-danger)" role="alert">
          {problem}
        </Text>
      ) : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t('fact.subscribers')}</dt>
          <dd>{number(client.subscribers)}</dd>
        </div>
        <div>
          <dt>{t('fact.blocked')}</dt>
          <dd>{number(client.blocked)}</dd>
        </div>
        <div>
          <dt>{t('fact.token')}</dt>
          <dd>…{client.token_last4}</dd>
        </div>
      </dl>
      <Group gap="sm">
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() =>
            check.mutate(undefined, {
              onSuccess: (saved) => {
                const state = saved.clients.find((one) => one.type === client.type)?.status
                if (state === 'ok') toast.done(t('checked'))
              },
              onError: (error) => toast.error(problemSentence(error)),
            })
          }
        >
          {t('check')}
        </Button>
        <Button variant="subtle" color="kalyna" onClick={() => setAsking(true)}>
          {t('detach')}
        </Button>
      </Group>
      <ConfirmDanger
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('detach.title', { name: client.title })}
        verb={t('detach')}
        pending={disconnect.isPending}
        {...(disconnect.error && { error: problemSentence(disconnect.error) })}
        onConfirm={() => disconnect.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        {t('detach.text')}
      </ConfirmDanger>
    </>
  )
}

function Connect({ bot, type }: { bot: Bot; type: Messenger }) {
  const t = useText('bots')
  const [token, setToken] = useState('')
  const [empty, setEmpty] = useState(false)
  const connect = useConnect(bot, type)
  const error = empty ? t('token.empty') : connect.error ? problemSentence(connect.error) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(token.trim() === '')
    if (token.trim() === '') return
    connect.mutate(token.trim(), { onSuccess: () => void toast.done(t('connected')) })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <ol className={classes.steps}>
          <li>{t(`${type}.step1`)}</li>
          <li>{t(`${type}.step2`)}</li>
          <li>{t(`${type}.step3`)}</li>
        </ol>
        {type === 'viber' ? <Text c="dimmed">{t('viber.price')}</Text> : null}
        <TextInput
          label={t('token')}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder={type === 'telegram' ? '123456789:AAE…' : undefined}
          value={token}
          error={error}
          onChange={(event) => {
            setToken(event.currentTarget.value)
            setEmpty(false)
            connect.reset()
          }}
        />
        <Button type="submit" loading={connect.isPending} className={classes.start}>
          {t('connect', { name: names[type] })}
        </Button>
      </Stack>
    </form>
  )
}

/** A bot that Telegram makes by itself: a link to the platform's bot, and what has come of it. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconBrandTelegram } from '@tabler/icons-react'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { Qr } from '../../ui/print-sheet.tsx'
import classes from './bots.module.css'
import { type Bot, type Managed, useRequestManaged } from './queries.ts'

export function ManagedConnect({ bot, managed }: { bot: Bot; managed: Managed }) {
  const t = useText('bots')
  const request = useRequestManaged(bot)
  const { state, problem } = managed
  const open = state === 'waiting' || state === 'started'
  const link = open ? request.data?.link : undefined
  const error = request.error ? problemSentence(request.error) : problem && t(`managed.${problem}`)
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {t('managed')}
      </Title>
      <Text c="dimmed">{t('managed.text')}</Text>
      {link ? (
        <Group gap="md" align="center">
          <Qr className={classes.managedQr} text={link} label={t('managed.qr')} />
          <Stack gap="xs" className={classes.managedWay}>
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={20} stroke={1.75} />}
              className={classes.start}
            >
              {t('managed.open')}
            </Button>
            <Text c="dimmed" visibleFrom="sm">
              {t('managed.scan')}
            </Text>
          </Stack>
        </Group>
      ) : null}
      <Text role="status" fw={560} hidden={!open}>
        {open ? t(`managed.${state}`) : null}
      </Text>
      {open ? <Text c="dimmed">{t('managed.limit')}</Text> : null}
      {error ? (
        <Text c="var(--v-danger)" role="alert">
          {error}
        </Text>
      ) : null}
      {link && state === 'waiting' ? null : (
        <Button
          variant={open ? 'default' : 'filled'}
          loading={request.isPending}
          className={classes.start}
          onClick={() => request.mutate()}
        >
          {t(state === 'offered' ? 'managed.start' : 'managed.again')}
        </Button>
      )}
      <Title order={3} size="h4">
        {t('managed.or')}
      </Title>
    </Stack>
  )
}

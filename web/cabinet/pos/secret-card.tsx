/** The PIN or the token that was just made: the only time anybody sees it. */
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconEye, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import type { Point } from '../../shell/points.ts'
import { useText } from '../../text/text.ts'
import { LoginCard } from './login-card.tsx'
import classes from './pos.module.css'

export type Secret = AnswerOf<'POST /api/v1/pos/create-pos-register-user'>

type Props = { secret: Secret; organization: Organization; point: Point; onDone: () => void }

export function SecretCard({ secret, organization, point, onDone }: Props) {
  const t = useText('pos')
  const { user, pin, token } = secret
  const [printing, setPrinting] = useState(false)
  const copied = pin
    ? t('secret.copy_text', {
        url: location.origin + paths.till,
        login: user.login ?? '',
        pin,
      })
    : (token ?? '')
  return (
    <Stack gap="md">
      <Text fw={640} size="lg">
        {t(pin ? 'secret.title.pin' : 'secret.title.token', { name: user.name })}
      </Text>
      <Alert color="honey" icon={<IconEye size={20} />} role="alert">
        {t('secret.once')}
      </Alert>
      <Stack gap="xs" className={classes.secret}>
        {user.login ? (
          <div>
            <Text size="sm" c="dimmed">
              {t('secret.login')}
            </Text>
            <Text fw={560} size="lg">
              {user.login}
            </Text>
          </div>
        ) : null}
        <div>
          <Text size="sm" c="dimmed">
            {t(pin ? 'secret.pin' : 'secret.token')}
          </Text>
          <div className={pin ? classes.pin : classes.token} data-testid="secret">
            {pin ?? token}
          </div>
        </div>
      </Stack>
      <Group gap="sm">
        <CopyButton value={copied}>
          {(state) => (
            <Button
              variant="light"
              leftSection={state.copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
              onClick={state.copy}
            >
              {t(state.copied ? 'secret.copied' : 'secret.copy')}
            </Button>
          )}
        </CopyButton>
        {pin ? (
          <Button
            variant="light"
            leftSection={<IconPrinter size={20} />}
            onClick={() => setPrinting(true)}
          >
            {t('secret.print')}
          </Button>
        ) : null}
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </Group>
      {printing && pin ? (
        <LoginCard
          name={user.name}
          login={user.login ?? ''}
          pin={pin}
          place={`${organization.name} · ${point.name}`}
          onPrinted={() => setPrinting(false)}
        />
      ) : null}
    </Stack>
  )
}

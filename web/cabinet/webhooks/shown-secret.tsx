/** The secret that was just made: the only time anybody sees it. */
import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import classes from './webhooks.module.css'

export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useText('webhooks')
  return (
    <Alert color="honey" icon={<IconEye size={20} />} role="alert" title={t('secret.title')}>
      <Text>{t('secret.once')}</Text>
      <div className={classes.secret} data-testid="secret">
        {secret}
      </div>
      <Group gap="sm">
        <CopyButton value={secret}>
          {(state) => (
            <Button variant="light" onClick={state.copy}>
              {t(state.copied ? 'secret.copied' : 'secret.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </Group>
    </Alert>
  )
}

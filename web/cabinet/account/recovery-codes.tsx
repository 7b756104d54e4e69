import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { saveText } from '../../ui/save-text.ts'
import classes from './account.module.css'

type Props = { codes: string[] | undefined; onKept: () => void }

/** The recovery codes, this once: the dialog goes only by saying that they were kept. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const t = useText('account')
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onKept}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('factor.codes_title')}
      size={480}
    >
      <Stack gap="md">
        <Text>{t('factor.codes_text')}</Text>
        <ul className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group gap="sm" justify="flex-end">
          <Button
            variant="default"
            onClick={() => saveText('verta-codes.txt', 'text/plain', codes?.join('\r\n') ?? '')}
          >
            {t('factor.download')}
          </Button>
          <Button onClick={onKept}>{t('factor.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

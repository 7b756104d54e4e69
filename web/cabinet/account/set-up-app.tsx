import { Alert, Button, Code, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, ApiProblem, call } from '../../api/call.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { Qr } from '../../ui/print-sheet.tsx'
import classes from './account.module.css'

export type AppKey = AnswerOf<'POST /api/v1/user/second_factor'>

type Props = { onClose: () => void; onDone: (recovery_codes: string[]) => void }

/** Shows an app its key and takes the first code that it makes. */
export function SetUpApp({ app, onClose, onDone }: Props & { app: AppKey | undefined }) {
  const t = useText('account')
  return (
    <Modal opened={app !== undefined} onClose={onClose} title={t('factor.section')} size={480}>
      {app ? <SetUpForm app={app} onDone={onDone} /> : null}
    </Modal>
  )
}

function SetUpForm({ app, onDone }: { app: AppKey; onDone: Props['onDone'] }) {
  const t = useText('account')
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => call('POST /api/v1/user/second_factor/confirm', { body: { code } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const refused = confirm.error instanceof ApiProblem ? confirm.error.code : undefined
  const wrong = refused === 'code_wrong' || refused === 'validation_failed'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="md">
        <Text>{t('factor.scan')}</Text>
        <Qr className={classes.qr} text={app.uri} label={t('factor.qr')} />
        <div>
          <Text size="sm" c="dimmed">
            {t('factor.key')}
          </Text>
          <Code className={classes.key}>{app.key.replace(/.{4}(?=.)/g, '$& ')}</Code>
        </div>
        <TextInput
          label={t('factor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={wrong ? problemSentence(confirm.error) : undefined}
          data-autofocus
        />
        {confirm.error && !wrong ? (
          <Alert color="kalyna" variant="light" role="alert" py="xs">
            {problemSentence(confirm.error)}
          </Alert>
        ) : null}
        <Button type="submit" loading={confirm.isPending} disabled={code.trim().length < 6}>
          {t('factor.turn_on')}
        </Button>
      </Stack>
    </form>
  )
}

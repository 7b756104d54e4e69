/** A part of a page that could not load: what, a retry, and the code and request to tell support. */
import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from './words.tsx'

type Props = {
  /** In the accusative: «чеки», «список організацій». */
  what: string
  error: unknown
  /** The sentence of the error in the reader's language. */
  sentence?: string
  onRetry: () => void
}

export function ErrorCard({ what, error, sentence, onRetry }: Props) {
  const { word } = useWords()
  const { code, request_id } = error as { code?: string; request_id?: string }
  const reference = code && word('ui.code', { code, request: request_id ?? '—' })
  return (
    <Alert
      color="kalyna"
      radius="lg"
      icon={<IconAlertTriangle />}
      title={word('ui.load_failed', { what })}
    >
      {sentence ? <Text size="sm">{sentence}</Text> : null}
      <Group mt="sm" gap="sm">
        <Button size="sm" variant="default" onClick={onRetry}>
          {word('ui.retry')}
        </Button>
        {reference ? (
          <CopyButton value={`${code} ${request_id ?? ''}`.trim()}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={copy}>
                {copied ? word('ui.copied') : reference}
              </Button>
            )}
          </CopyButton>
        ) : null}
      </Group>
    </Alert>
  )
}

/** What a person sees when a page throws: words, a way on, and no loss of data. */
import { Button, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '../text/text.ts'

/** A chunk that is gone means that a new version was put out while this tab was open. */
const isStale = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)

export function Crash({ error }: ErrorComponentProps) {
  const t = useText('shell')
  const stale = isStale(error)
  return (
    <Stack component="main" align="center" justify="center" mih="60dvh" p="lg" ta="center">
      <Title order={1}>{t(stale ? 'crash.update' : 'crash.title')}</Title>
      <Text c="dimmed" maw="44ch">
        {t(stale ? 'crash.update_text' : 'crash.text')}
      </Text>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </Stack>
  )
}

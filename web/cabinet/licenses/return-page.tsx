/**
 * Where an acquirer sends the browser back. It needs no session and changes nothing: it asks what
 * became of the payment, for a minute, and shows the way on.
 */
import { Button, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem, call } from '../../api/call.ts'
import { PageLink } from '../../shell/link.tsx'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import { usePageTitle } from '../../ui/page-header.tsx'

const PATIENCE_MS = 60_000
const PAUSE_MS = 2_000

export function ReturnPage() {
  const t = useText('licenses')
  const { payment: payment_id = '' } = useParams({ strict: false }) as { payment?: string }
  const [began] = useState(() => Date.now())
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['payment-state', payment_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/payments/{payment_id}/state', { params: { payment_id }, signal }),
    retry: false,
    refetchInterval: (query) => {
      const waits = (query.state.data?.status ?? 'pending') === 'pending'
      return waits && Date.now() - began < PATIENCE_MS ? PAUSE_MS : false
    },
  })
  const absent = error instanceof ApiProblem && error.status < 500 && error.status > 0
  const tired = dataUpdatedAt - began >= PATIENCE_MS - PAUSE_MS
  const kind =
    data?.status === 'paid'
      ? 'ok'
      : data && data.status !== 'pending'
        ? 'fail'
        : tired
          ? 'slow'
          : 'checking'
  const title = absent ? t('back.absent') : t(`back.${kind}`)
  usePageTitle(title)
  return (
    <Stack gap="md" align="flex-start" aria-live="polite">
      <Title order={1} size="h2" tabIndex={-1}>
        {title}
      </Title>
      {absent ? null : <Text c="dimmed">{t(`back.${kind}.text`)}</Text>}
      {kind === 'checking' && !absent ? <Loader size="sm" aria-hidden /> : null}
      {kind === 'checking' && !absent ? null : (
        <Button component={PageLink} href={data?.redirect_url ?? paths.organizations}>
          {t('back.go')}
        </Button>
      )}
    </Stack>
  )
}

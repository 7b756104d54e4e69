import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { logOut } from '../../shell/session.ts'
import { toast } from '../../shell/toasts.tsx'
import { relative } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import classes from './account.module.css'

export const sessionsKey = ['sessions']

export function Sessions() {
  const t = useText('account')
  const client = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('GET /api/v1/user/sessions', { signal }),
  })
  const revoke = useMutation({
    mutationFn: (session_id: string) =>
      call('DELETE /api/v1/user/sessions/{session_id}', { params: { session_id } }),
    onSuccess: async () => {
      toast.done(t('sessions.ended'))
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: toast.problem,
  })
  return (
    <section className={classes.section}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('sessions.section')}
        </Title>
        <Button variant="default" size="sm" onClick={open}>
          {t('sessions.all')}
        </Button>
      </Group>
      {query.error && !query.data ? (
        <ErrorCard
          what={t('sessions.what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <ul className={classes.rows}>
          {query.data.items.map((session) => {
            const device = session.device || t('sessions.unknown')
            return (
              <li key={session.id} className={classes.row}>
                <div>
                  <div className={classes.rowTitle}>
                    {device}
                    {session.current ? <Badge size="md">{t('sessions.current')}</Badge> : null}
                  </div>
                  <div className={classes.rowLine}>
                    {t('sessions.seen', {
                      ip: session.ip,
                      when: relative(session.last_seen_at),
                    })}
                  </div>
                </div>
                {session.current ? null : (
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={t('sessions.end_of', { device })}
                    loading={revoke.isPending && revoke.variables === session.id}
                    onClick={() => revoke.mutate(session.id)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      ) : (
        <TableSkeleton rows={2} />
      )}
      <ConfirmDanger
        opened={opened}
        onClose={close}
        title={t('sessions.all_title')}
        verb={t('sessions.all')}
        onConfirm={() => void logOut(true)}
      >
        <Text>{t('sessions.all_text')}</Text>
      </ConfirmDanger>
    </section>
  )
}

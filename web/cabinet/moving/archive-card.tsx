/** Everything of the shop in one file: having it made, taking it, deleting it. */
import { Button, Card, CopyButton, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { useVerifyPassword } from '../../shell/verify-password.tsx'
import { dateTime, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import classes from './moving.module.css'
import {
  type Archive,
  archivesQuery,
  isOpen,
  useDropArchive,
  useMakeArchive,
  useTakeArchive,
} from './queries.ts'

export function ArchiveCard({ organization }: { organization: Organization }) {
  const t = useText('moves')
  const { data, error, refetch } = useQuery(archivesQuery(organization.id))
  const make = useMakeArchive(organization.id)
  if (!data) {
    return error ? (
      <ErrorCard
        what={t('what')}
        error={error}
        sentence={problemSentence(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <CardsSkeleton count={1} />
    )
  }
  const [last] = data.items
  const open = data.items.find(isOpen)
  const ready = data.items.find(({ status }) => status === 'ready')
  const onError = (problem: unknown) => void toast.problem(problem)
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="xs">
        {t('out.title')}
      </Title>
      <Text>{t('out.text')}</Text>
      <Text c="dimmed" mt="xs">
        {t('out.secret')}
      </Text>
      <Stack gap="md" mt="md">
        {open ? <Making archive={open} /> : null}
        {last?.status === 'failed' ? <Text role="alert">{t('out.failed')}</Text> : null}
        {ready ? <Ready archive={ready} timezone={organization.timezone} /> : null}
        {open ? null : (
          <Button
            style={{ alignSelf: 'flex-start' }}
            variant={ready ? 'light' : 'filled'}
            loading={make.isPending}
            onClick={() => make.mutate(undefined, { onError })}
          >
            {t('out.make')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function Making({ archive }: { archive: Archive }) {
  const t = useText('moves')
  const drop = useDropArchive()
  const { rows_done, rows_total, status } = archive
  const told =
    status === 'waiting' || rows_total === 0
      ? t('out.waiting')
      : t('out.making', { done: number(rows_done), total: number(rows_total) })
  return (
    <div role="status">
      <Group justify="space-between" mb="xs">
        <Text>{told}</Text>
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          onClick={() =>
            drop.mutate(archive.id, { onError: (problem) => void toast.problem(problem) })
          }
        >
          {t('out.stop')}
        </Button>
      </Group>
      <Progress value={rows_total === 0 ? 0 : (100 * rows_done) / rows_total} aria-label={told} />
    </div>
  )
}

const MB = 1024 * 1024
const sizeOf = (bytes: number) =>
  bytes < MB ? `${number(Math.ceil(bytes / 1024))} KB` : `${number(bytes / MB, 1)} MB`

function Ready({ archive, timezone }: { archive: Archive; timezone: string }) {
  const t = useText('moves')
  const take = useTakeArchive()
  const drop = useDropArchive()
  const { guard, dialog } = useVerifyPassword()
  const { id, bytes, sha256, finished_at, expires_at } = archive
  const download = () =>
    take.mutate(id, {
      onError: (problem) => {
        if (!guard(problem, download)) void toast.problem(problem)
      },
    })
  return (
    <div>
      <Text fw={560}>
        {t('out.ready', { at: dateTime(finished_at ?? '', timezone), size: sizeOf(bytes ?? 0) })}
      </Text>
      <div className={classes.small}>
        {t('out.until', { at: dateTime(expires_at ?? '', timezone) })}
      </div>
      <Group gap="sm" mt="sm">
        <Button loading={take.isPending} onClick={download}>
          {t('out.take')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          loading={drop.isPending}
          onClick={() => drop.mutate(id, { onError: (problem) => void toast.problem(problem) })}
        >
          {t('out.drop')}
        </Button>
      </Group>
      <Title order={3} size="h5" mt="md">
        {t('out.fingerprint')}
      </Title>
      <div className={classes.hash} data-testid="fingerprint">
        {sha256}
      </div>
      <CopyButton value={sha256 ?? ''}>
        {(state) => (
          <Button variant="light" size="compact-md" onClick={state.copy}>
            {t(state.copied ? 'out.copied' : 'out.copy')}
          </Button>
        )}
      </CopyButton>
      <div className={classes.notes}>
        <div className={classes.small}>{t('out.fingerprint.text')}</div>
        <div className={classes.small}>{t('out.check')}</div>
      </div>
      {dialog}
    </div>
  )
}

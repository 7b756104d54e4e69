/** Asks what to count on, shows how far it is, then what came out. */
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REPLAY_DAYS } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EarlierReplays } from './replay-earlier.tsx'
import { ReplayAsk, type AskValues } from './replay-ask.tsx'
import {
  dropReplay,
  type ReplayAnswer,
  replayQuery,
  startReplay,
  type Tried,
} from './replay-queries.ts'
import { ReplayResult } from './replay-result.tsx'
import { RowErrors } from './replay-row-errors.tsx'

type Props = {
  organization: Organization
  tried: Tried
  opened: boolean
  onClose: () => void
  /** Undefined: nothing was changed. */
  onSave: (() => void) | undefined
}

const FIRST: AskValues = { source: 'own', kind: 'observed', nth: 3, percent: 100, file: null }

export function ReplayDialog({ organization, tried, opened, onClose, onSave }: Props) {
  const t = useText('replay')
  const [asked, setAsked] = useState(FIRST)
  const [id, setId] = useState<string | null>(null)
  // What an earlier one tried is not what stands in the form now.
  const [earlier, setEarlier] = useState(false)
  const { data: found, error } = useQuery(replayQuery(id))
  const start = useMutation({
    mutationFn: () =>
      startReplay({
        organization_id: organization.id,
        tried,
        file: asked.source === 'file' ? asked.file : null,
        spending:
          asked.source === 'own' && asked.kind === 'observed'
            ? { kind: 'observed' }
            : { kind: 'every', nth: Number(asked.nth), percent: Number(asked.percent) },
      }),
    onSuccess(started) {
      setEarlier(false)
      setId(started)
    },
  })
  const again = () => {
    setId(null)
    start.reset()
  }
  const stop = () => {
    if (id !== null) void dropReplay(id).catch(() => undefined)
    again()
  }
  const close = () => {
    if (found?.status === 'running') stop()
    else again()
    onClose()
  }
  const fault = start.error ?? error
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={id === null ? 560 : 880}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {id === null || fault ? (
        <ReplayAsk
          values={asked}
          onChange={setAsked}
          pending={start.isPending}
          error={fault ? problemSentence(fault) : undefined}
          onStart={() => start.mutate()}
          earlier={
            <EarlierReplays
              organization={organization}
              onOpen={(ended) => {
                setEarlier(true)
                setId(ended)
              }}
            />
          }
        />
      ) : found?.result ? (
        <ReplayResult
          organization={organization}
          found={found}
          result={found.result}
          onAgain={again}
          onSave={earlier ? undefined : onSave}
        />
      ) : !found || found.status === 'running' || found.status === 'file' ? (
        <Running found={found} onStop={stop} />
      ) : (
        <Ended
          found={found}
          onAgain={again}
          onFile={() => {
            setAsked({ ...asked, source: 'file' })
            again()
          }}
        />
      )}
    </Modal>
  )
}

function Running({ found, onStop }: { found: ReplayAnswer | undefined; onStop: () => void }) {
  const t = useText('replay')
  const total = found?.total ?? 0
  const done = found?.done ?? 0
  return (
    <Stack gap="sm" mih={140}>
      <Text role="status">{t(total === 0 ? 'reading' : 'running')}</Text>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        animated={total === 0}
        aria-label={t('running')}
        size="lg"
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {total === 0 ? null : t('progress', { done: number(done), total: number(total) })}
        </Text>
        <Button variant="default" onClick={onStop}>
          {t('stop')}
        </Button>
      </Group>
    </Stack>
  )
}

type EndedProps = { found: ReplayAnswer; onAgain: () => void; onFile: () => void }

/** Nothing came out: no receipts, or a file that cannot be read. */
function Ended({ found, onAgain, onFile }: EndedProps) {
  const t = useText('replay')
  const { problem, source } = found
  if (problem === 'no_receipts' && source === 'own') {
    return (
      <EmptyState
        icon={<IconReceiptOff size={40} stroke={1.5} />}
        title={t('empty.title', { days: counted('day', REPLAY_DAYS) })}
        text={t('empty.text')}
        action={<Button onClick={onFile}>{t('empty.action')}</Button>}
      />
    )
  }
  return (
    <Stack gap="md" align="flex-start">
      <Text role="alert">{t(`problem.${problem ?? 'dropped'}` as TextKey<'replay'>)}</Text>
      <RowErrors found={found} />
      <Button variant="default" onClick={onAgain}>
        {t('again')}
      </Button>
    </Stack>
  )
}

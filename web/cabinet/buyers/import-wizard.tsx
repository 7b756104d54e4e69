/**
 * A file of buyers, step by step: sent, its columns told, checked, brought in. The steps are the
 * server's: the window may be closed at any of them and opened again.
 */
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  FileButton,
  Group,
  Modal,
  Progress,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { useWords } from '../../ui/words.tsx'
import { ErrorRows, ImportCounts } from './import-errors.tsx'
import { ColumnsStep, DropButton } from './import-columns.tsx'
import { type BuyerImport, importQuery, importSteps, useImportStep } from './import-queries.ts'
import { refreshBuyer } from './queries.ts'

type Props = { organization: Organization; opened: boolean; onClose: () => void }

export function ImportWizard({ organization, opened, onClose }: Props) {
  const t = useText('moving')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={720}
      title={t('imp.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Steps organization={organization} onClose={onClose} />
    </Modal>
  )
}

type StepProps = {
  organization: Organization
  found: BuyerImport
  step: ReturnType<typeof useImportStep>
  onClose: () => void
  /** Begins with another file. */
  onAgain: () => void
}

function Steps({ organization, onClose }: Omit<Props, 'opened'>) {
  const query = useQuery(importQuery(organization.id))
  const step = useImportStep(organization.id)
  // The one this window has watched; one that ended before it was opened is the past.
  const [watched, watch] = useState<string>()
  const found = query.data ?? undefined
  const ended = found?.status === 'done' || found?.status === 'failed'
  if (found && !ended && found.id !== watched) watch(found.id)
  useRefreshWhenDone(organization, found)
  if (!query.isSuccess) return <Text mih={120}>…</Text>
  if (!found || (ended && found.id !== watched)) {
    return <SendStep organization={organization} step={step} />
  }
  const again = () => watch(undefined)
  const all = { organization, found, step, onClose, onAgain: again }
  return (
    <Stack gap="md">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {found.file_name}
      </Text>
      <Step {...all} />
      {step.error ? (
        <Text role="alert" size="sm" c="kalyna">
          {problemSentence(step.error)}
        </Text>
      ) : null}
    </Stack>
  )
}

function Step(all: StepProps) {
  switch (all.found.status) {
    case 'mapping':
      return <ColumnsStep {...all} />
    case 'checked':
      return <CheckedStep {...all} />
    case 'done':
      return <DoneStep {...all} />
    case 'failed':
      return <FailedStep {...all} />
    default:
      return <Running found={all.found} />
  }
}

/** The list shows what has come in as soon as it has. */
function useRefreshWhenDone({ id }: Organization, found: BuyerImport | undefined) {
  const status = found?.status
  const before = useRef(status)
  useEffect(() => {
    if (status === 'done' && before.current === 'applying') void refreshBuyer(id)
    before.current = status
  }, [id, status])
}

type SendProps = { organization: Organization; step: ReturnType<typeof useImportStep> }

function SendStep({ organization, step }: SendProps) {
  const t = useText('moving')
  const { locale } = useWords()
  const [tooLarge, setTooLarge] = useState(false)
  const language = ['uk', 'ru'].find((one) => locale.startsWith(one)) ?? 'en'
  const send = (file: File | null) => {
    setTooLarge(file !== null && file.size > IMPORT_BYTES_MAX)
    if (!file || file.size > IMPORT_BYTES_MAX) return
    step.mutate(() => importSteps.send(organization.id, file))
  }
  const problem = tooLarge ? t('imp.too_large') : step.error && problemSentence(step.error)
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t('imp.text')}</Text>
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={send}>
        {(button) => (
          <Button
            {...button}
            data-autofocus
            loading={step.isPending}
            leftSection={<IconFileSpreadsheet size={20} stroke={1.75} />}
          >
            {t('imp.pick')}
          </Button>
        )}
      </FileButton>
      {problem ? (
        <Text role="alert" size="sm" c="kalyna">
          {problem}
        </Text>
      ) : null}
      <Group gap="sm">
        <Text c="dimmed">{t('imp.template')}</Text>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Anchor
            key={format}
            href={`/api/v1/buyers/import-template?format=${format}&language=${language}`}
            download
          >
            {format.toUpperCase()}
          </Anchor>
        ))}
      </Group>
    </Stack>
  )
}

function Running({ found }: { found: BuyerImport }) {
  const t = useText('moving')
  const { status, rows_done, rows_total } = found
  const words =
    status === 'reading' || status === 'checking' ? (`imp.${status}` as const) : 'imp.applying'
  const share = rows_total === 0 ? 0 : (rows_done / rows_total) * 100
  return (
    <Stack gap="sm" mih={120}>
      <Text role="status">{t(words)}</Text>
      <Progress
        value={status === 'reading' ? 100 : share}
        animated={status === 'reading'}
        aria-label={t(words)}
        size="lg"
      />
      {status === 'reading' ? null : (
        <Text size="sm" c="dimmed">
          {t('imp.progress', { done: number(rows_done), total: number(rows_total) })}
        </Text>
      )}
      {status === 'applying' ? (
        <Text size="sm" c="dimmed">
          {t('imp.background')}
        </Text>
      ) : null}
    </Stack>
  )
}

function CheckedStep({ organization, found, step }: StepProps) {
  const t = useText('moving')
  const [columns, setColumns] = useState(false)
  const [lawful, setLawful] = useState(false)
  if (columns) return <ColumnsStep organization={organization} found={found} step={step} />
  const { id, created, updated, failed, room } = found
  return (
    <>
      <ImportCounts found={found} />
      {failed > 0 ? <ErrorRows found={found} /> : null}
      {room !== null && room < created ? (
        <Alert color="saffron" role="alert">
          {t('imp.room', { room: number(room) })}
        </Alert>
      ) : null}
      {created + updated === 0 ? (
        <Text c="dimmed">{t('imp.nothing')}</Text>
      ) : (
        <Checkbox
          label={t('imp.lawful')}
          checked={lawful}
          onChange={(event) => setLawful(event.currentTarget.checked)}
        />
      )}
      <Group justify="space-between">
        <DropButton found={found} step={step} />
        <Group gap="sm">
          <Button variant="default" onClick={() => setColumns(true)}>
            {t('imp.back')}
          </Button>
          <Button
            loading={step.isPending}
            disabled={created + updated === 0 || !lawful}
            onClick={() => step.mutate(() => importSteps.apply(id))}
          >
            {t('imp.apply')}
          </Button>
        </Group>
      </Group>
    </>
  )
}

function DoneStep({ found, onClose, onAgain }: StepProps) {
  const t = useText('moving')
  return (
    <>
      <Alert color="spruce" icon={<IconCircleCheck size={20} />} title={t('imp.done')}>
        <ImportCounts found={found} />
      </Alert>
      {found.failed > 0 ? <ErrorRows found={found} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {t('imp.again')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </>
  )
}

function FailedStep({ found, onAgain }: StepProps) {
  const t = useText('moving')
  return (
    <>
      <Alert color="kalyna" role="alert">
        {found.problem ? t(`imp.problem.${found.problem}`) : ''}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onAgain}>{t('imp.again')}</Button>
      </Group>
    </>
  )
}

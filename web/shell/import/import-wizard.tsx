/**
 * A file of an owner, step by step: sent, its columns told, checked, brought in. The steps are the
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
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import type { SheetImport } from '#contract/sheet-import.ts'
import type { Organization } from '../organizations.ts'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { useWords } from '../../ui/words.tsx'
import { ColumnsStep, DropButton } from './columns-step.tsx'
import { ErrorRows, ImportCounts } from './import-counts.tsx'
import { type ImportKind, importQuery, useImportStep } from './import-kind.ts'

type Props = { kind: ImportKind; organization: Organization; opened: boolean; onClose: () => void }

export function ImportWizard({ kind, organization, opened, onClose }: Props) {
  const t = useText('imports')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={720}
      title={kind.title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Steps kind={kind} organization={organization} onClose={onClose} />
    </Modal>
  )
}

type Problem = NonNullable<SheetImport['problem']>
type StepProps = {
  kind: ImportKind
  found: SheetImport
  step: ReturnType<typeof useImportStep>
  onClose: () => void
  /** Begins with another file. */
  onAgain: () => void
}

function Steps({ kind, organization, onClose }: Omit<Props, 'opened'>) {
  const query = useQuery(importQuery(kind, organization.id))
  const step = useImportStep(kind, organization.id)
  // The one this window has watched; one that ended before it was opened is the past.
  const [watched, watch] = useState<string>()
  const found = query.data ?? undefined
  const ended = found?.status === 'done' || found?.status === 'failed'
  if (found && !ended && found.id !== watched) watch(found.id)
  useRefreshWhenDone(kind, organization, found)
  if (!query.isSuccess) return <Text mih={120}>…</Text>
  if (!found || (ended && found.id !== watched)) {
    return <SendStep kind={kind} organization={organization} step={step} />
  }
  const again = () => watch(undefined)
  const all = { kind, found, step, onClose, onAgain: again }
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
      return <Running kind={all.kind} found={all.found} />
  }
}

/** The list shows what has come in as soon as it has. */
function useRefreshWhenDone(
  kind: ImportKind,
  { id }: Organization,
  found: SheetImport | undefined,
) {
  const refresh = useEffectEvent(() => void kind.refresh(id))
  const status = found?.status
  const before = useRef(status)
  useEffect(() => {
    if (status === 'done' && before.current === 'applying') refresh()
    before.current = status
  }, [status])
}

type SendProps = {
  kind: ImportKind
  organization: Organization
  step: ReturnType<typeof useImportStep>
}

function SendStep({ kind, organization, step }: SendProps) {
  const t = useText('imports')
  const { locale } = useWords()
  const [tooLarge, setTooLarge] = useState(false)
  const language = ['uk', 'ru'].find((one) => locale.startsWith(one)) ?? 'en'
  const send = (file: File | null) => {
    setTooLarge(file !== null && file.size > IMPORT_BYTES_MAX)
    if (!file || file.size > IMPORT_BYTES_MAX) return
    step.mutate(() => kind.send(organization.id, file))
  }
  const problem = tooLarge ? t('too_large') : step.error && problemSentence(step.error)
  return (
    <Stack gap="md" align="flex-start">
      <Text>{kind.text}</Text>
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={send}>
        {(button) => (
          <Button
            {...button}
            data-autofocus
            loading={step.isPending}
            leftSection={<IconFileSpreadsheet size={20} stroke={1.75} />}
          >
            {t('pick')}
          </Button>
        )}
      </FileButton>
      {problem ? (
        <Text role="alert" size="sm" c="kalyna">
          {problem}
        </Text>
      ) : null}
      <Group gap="sm">
        <Text c="dimmed">{t('template')}</Text>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Anchor
            key={format}
            href={`${kind.template}?format=${format}&language=${language}`}
            download
          >
            {format.toUpperCase()}
          </Anchor>
        ))}
      </Group>
    </Stack>
  )
}

function Running({ kind, found }: Pick<StepProps, 'kind' | 'found'>) {
  const t = useText('imports')
  const { status, rows_done, rows_total } = found
  const words = status === 'reading' || status === 'checking' ? t(status) : kind.applying
  const share = rows_total === 0 ? 0 : (rows_done / rows_total) * 100
  return (
    <Stack gap="sm" mih={120}>
      <Text role="status">{words}</Text>
      <Progress
        value={status === 'reading' ? 100 : share}
        animated={status === 'reading'}
        aria-label={words}
        size="lg"
      />
      {status === 'reading' ? null : (
        <Text size="sm" c="dimmed">
          {t('progress', { done: number(rows_done), total: number(rows_total) })}
        </Text>
      )}
      {status === 'applying' ? (
        <Text size="sm" c="dimmed">
          {t('background')}
        </Text>
      ) : null}
    </Stack>
  )
}

function CheckedStep({ kind, found, step }: StepProps) {
  const t = useText('imports')
  const [columns, setColumns] = useState(false)
  const [promised, setPromised] = useState(false)
  if (columns) return <ColumnsStep kind={kind} found={found} step={step} />
  const { id, created, updated, failed } = found
  const nothing = created + updated === 0
  const warning = kind.warning?.(found)
  return (
    <>
      <ImportCounts kind={kind} found={found} />
      {failed > 0 ? <ErrorRows kind={kind} found={found} /> : null}
      {warning ? (
        <Alert color="saffron" role="alert">
          {warning}
        </Alert>
      ) : null}
      {nothing ? <Text c="dimmed">{t('nothing')}</Text> : null}
      {kind.promise && !nothing ? (
        <Checkbox
          label={kind.promise}
          checked={promised}
          onChange={(event) => setPromised(event.currentTarget.checked)}
        />
      ) : null}
      <Group justify="space-between">
        <DropButton kind={kind} found={found} step={step} />
        <Group gap="sm">
          <Button variant="default" onClick={() => setColumns(true)}>
            {t('back')}
          </Button>
          <Button
            loading={step.isPending}
            disabled={nothing || (kind.promise !== undefined && !promised)}
            onClick={() => step.mutate(() => kind.apply(id))}
          >
            {t('apply')}
          </Button>
        </Group>
      </Group>
    </>
  )
}

function DoneStep({ kind, found, onClose, onAgain }: StepProps) {
  const t = useText('imports')
  return (
    <>
      <Alert color="spruce" icon={<IconCircleCheck size={20} />} title={t('done')}>
        <ImportCounts kind={kind} found={found} />
      </Alert>
      {found.failed > 0 ? <ErrorRows kind={kind} found={found} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </>
  )
}

function FailedStep({ kind, found, onAgain }: StepProps) {
  const t = useText('imports')
  return (
    <>
      <Alert color="kalyna" role="alert">
        {found.problem ? problemOf(kind, found.problem, t) : ''}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onAgain}>{t('again')}</Button>
      </Group>
    </>
  )
}

function problemOf(kind: ImportKind, problem: Problem, t: Words<'imports'>): string {
  return problem === 'empty' || problem === 'too_many_rows'
    ? kind[problem]
    : t(`problem.${problem}`)
}

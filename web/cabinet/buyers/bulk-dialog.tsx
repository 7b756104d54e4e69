/**
 * One act on many buyers: chosen, told in figures, done. Whom it is for is gathered by the server
 * before it is confirmed, and it is done to those very people; the window may be closed meanwhile.
 */
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconCircleCheck } from '@tabler/icons-react'
import { type AnswerOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { saveFile } from '../../shell/save-file.ts'
import { writeChosen } from '../../shell/segments/filter.ts'
import { counted, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { BulkChoice, type BulkAsk, type Everybody } from './bulk-choice.tsx'
import { refreshBuyer } from './queries.ts'

type Bulk = AnswerOf<'GET /api/v1/buyers/bulk/{bulk_id}'>

type Props = {
  organization: Organization
  /** The rows that were ticked. */
  chosen: string[]
  everybody: Everybody
  opened: boolean
  onClose: () => void
}

export function BulkDialog(props: Props) {
  const t = useText('moving')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size={560}
      title={t('bulk.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Steps {...props} />
    </Modal>
  )
}

const STEP_MS = 700
const bulkKey = (id: string | undefined) => ['bulk', id]

function Steps({ organization, chosen, everybody, onClose }: Props) {
  const navigate = useNavigate()
  const prepare = useMutation({
    mutationFn: (ask: BulkAsk) =>
      call('POST /api/v1/buyers/bulk', { body: { organization_id: organization.id, ...ask } }),
  })
  const bulk_id = prepare.data?.id
  const query = useQuery({
    queryKey: bulkKey(bulk_id),
    enabled: bulk_id !== undefined,
    queryFn: ({ signal }) =>
      call('GET /api/v1/buyers/bulk/{bulk_id}', { params: { bulk_id: bulk_id ?? '' }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'ready' || state.data?.status === 'done' ? false : STEP_MS,
  })
  const bulk = query.data ?? prepare.data
  if (!bulk) {
    return (
      <BulkChoice
        chosen={chosen}
        everybody={everybody}
        pending={prepare.isPending}
        error={prepare.error}
        onClose={onClose}
        onChosen={(ask) => prepare.mutate(ask)}
        onMessage={(audience) =>
          void navigate({
            to: paths.manual_notifications(organization.id),
            search: { post: 'new', ...writeChosen(audience) },
          })
        }
      />
    )
  }
  if (bulk.status === 'done')
    return <Done organization={organization} bulk={bulk} onClose={onClose} />
  if (bulk.status !== 'ready') return <Running bulk={bulk} />
  return <Effect bulk={bulk} onClose={onClose} onBack={() => prepare.reset()} />
}

function Running({ bulk }: { bulk: Bulk }) {
  const t = useText('moving')
  const steps = useText('imports')
  const gathering = bulk.status === 'gathering'
  const words = t(gathering ? 'bulk.gathering' : 'bulk.running')
  const done = bulk.done + bulk.skipped
  return (
    <Stack gap="sm" mih={120}>
      <Text role="status">{words}</Text>
      <Progress
        value={gathering || bulk.buyers === 0 ? 100 : (done / bulk.buyers) * 100}
        animated={gathering}
        aria-label={words}
        size="lg"
      />
      {gathering ? null : (
        <Text size="sm" c="dimmed">
          {steps('progress', { done: number(done), total: number(bulk.buyers) })}
        </Text>
      )}
    </Stack>
  )
}

type EffectProps = { bulk: Bulk; onClose: () => void; onBack: () => void }

function Effect({ bulk, onClose, onBack }: EffectProps) {
  const t = useText('moving')
  const { id, kind, buyers, sum } = bulk
  const start = useMutation({
    mutationFn: () => call('POST /api/v1/buyers/bulk/{bulk_id}/start', { params: { bulk_id: id } }),
    onSuccess(answer) {
      queryClient.setQueryData(bulkKey(id), answer)
      return queryClient.invalidateQueries({ queryKey: bulkKey(id) })
    },
  })
  const file = useMutation({
    mutationFn: (format: string) => saveFile(`/api/v1/buyers/bulk/${id}/file`, { format }),
    onSuccess: onClose,
  })
  const people = counted('buyer', buyers)
  const problem = start.error ?? file.error
  return (
    <Stack gap="md">
      <Text fw={560} role="status">
        {kind === 'accrual'
          ? t('bulk.effect', { people, amount: counted('bonus', sum) })
          : t('bulk.effect.people', { people })}
      </Text>
      <Text size="sm" c="dimmed">
        {t(kind === 'export' ? 'bulk.file.text' : 'bulk.active_only')}
      </Text>
      {problem ? (
        <Text role="alert" size="sm" c="kalyna">
          {problemSentence(problem)}
        </Text>
      ) : null}
      <Group justify="space-between">
        <Button variant="subtle" onClick={onBack}>
          {t('bulk.back')}
        </Button>
        {kind === 'export' ? (
          <Group gap="sm">
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                loading={file.isPending}
                disabled={buyers === 0}
                onClick={() => file.mutate(format)}
              >
                {format.toUpperCase()}
              </Button>
            ))}
          </Group>
        ) : (
          <Button loading={start.isPending} disabled={buyers === 0} onClick={() => start.mutate()}>
            {t('bulk.do')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type DoneProps = { organization: Organization; bulk: Bulk; onClose: () => void }

function Done({ organization, bulk, onClose }: DoneProps) {
  const t = useText('moving')
  const steps = useText('imports')
  const close = () => {
    void refreshBuyer(organization.id)
    onClose()
  }
  return (
    <Stack gap="md">
      <Alert color="spruce" icon={<IconCircleCheck size={20} />} title={steps('done')}>
        {t('bulk.done', { people: counted('buyer', bulk.done) })}
        {bulk.skipped > 0 ? ` ${t('bulk.skipped', { amount: number(bulk.skipped) })}` : ''}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={close}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}

import { Button, Group, Modal, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FEEDBACK_NOTE_MAX } from '#contract/limits.ts'
import { call } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { phone } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import type { FeedbackRow } from './queries.ts'

type Props = { request: FeedbackRow | undefined; onClose: () => void }

/** What came of a call: a note, and whether the request is done with. */
export function FeedbackDialog({ request, onClose }: Props) {
  const t = useText('admin')
  const name = request?.name || t('feedback.no_name')
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={t('feedback.title', { name })}>
      {request ? <Fields request={request} onClose={onClose} /> : null}
    </Modal>
  )
}

function Fields({ request, onClose }: { request: FeedbackRow; onClose: () => void }) {
  const t = useText('admin')
  const client = useQueryClient()
  const [note, setNote] = useState(request.note)
  // Who opens it has usually just called.
  const [done, setDone] = useState(true)
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /api/v1/admin/feedback/{request_id}', {
        params: { request_id: request.id },
        body: { done, note: note.trim() },
      }),
    async onSuccess() {
      onClose()
      toast.done(t('saved'))
      await client.invalidateQueries({ queryKey: ['admin', 'feedback'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="md">
        <a href={`tel:${request.phone}`}>{phone(request.phone)}</a>
        <Textarea
          label={t('feedback.note')}
          description={t('feedback.note.hint')}
          autosize
          minRows={3}
          maxLength={FEEDBACK_NOTE_MAX}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Switch
          label={t('feedback.done')}
          checked={done}
          onChange={(event) => setDone(event.currentTarget.checked)}
        />
        {save.error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(save.error)}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

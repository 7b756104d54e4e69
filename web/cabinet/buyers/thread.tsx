/** What one buyer and the shop wrote to each other, the newest below, and the field to answer in. */
import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { ProblemLine } from '../../shell/problem-line.tsx'
import { toast } from '../../shell/toasts.tsx'
import { dateTime } from '../../text/format.ts'
import { needsTariff, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import classes from './inbox.module.css'
import {
  threadQuery,
  type ThreadMessage,
  useDeleteMessage,
  useEditMessage,
  useWriteMessage,
} from './message-queries.ts'

const TEXT_MAX = 1000
type Props = { organization: Organization; buyer_id: string }

export function Thread({ organization, buyer_id }: Props) {
  const t = useText('buyers')
  const { data, error, refetch } = useQuery(threadQuery(organization.id, buyer_id))
  if (error && !data) {
    return (
      <ErrorCard
        what={t('thread.what')}
        error={error}
        sentence={problemSentence(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <FormSkeleton fields={3} />
  return (
    <div className={classes.thread}>
      {data.items.length === 0 ? (
        <Text c="dimmed">{t('thread.empty')}</Text>
      ) : (
        <ol className={classes.messages} aria-label={t('thread.label')}>
          {data.items.toReversed().map((message) => (
            <Line key={message.id} organization={organization} message={message} />
          ))}
        </ol>
      )}
      <Answer organization={organization} buyer_id={buyer_id} />
    </div>
  )
}

function Line({ organization, message }: { organization: Organization; message: ThreadMessage }) {
  const t = useText('buyers')
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const remove = useDeleteMessage(organization.id)
  const { direction, delivery, can_edit, can_delete } = message
  const about = [
    dateTime(message.created_at, organization.timezone),
    message.edited_at && !message.deleted_at ? t('thread.edited') : null,
    delivery && !message.deleted_at ? t(`delivery.${delivery}`) : null,
  ].filter(Boolean)
  if (editing) {
    return (
      <li className={classes.message} data-direction={direction}>
        <Edit organization={organization} message={message} onDone={() => setEditing(false)} />
      </li>
    )
  }
  return (
    <li className={classes.message} data-direction={direction}>
      <p className={classes.text}>
        {message.deleted_at ? <em>{t('thread.deleted')}</em> : message.text}
      </p>
      <div className={classes.about}>
        <span>{about.join(' · ')}</span>
        {can_edit ? (
          <ActionIcon
            variant="subtle"
            aria-label={t('thread.edit')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
        ) : null}
        {can_delete ? (
          <ActionIcon
            variant="subtle"
            aria-label={t('thread.delete')}
            onClick={() => setAsking(true)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        ) : null}
      </div>
      <ConfirmDanger
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('thread.delete.title')}
        verb={t('thread.delete')}
        pending={remove.isPending}
        {...(remove.error && { error: problemSentence(remove.error) })}
        onConfirm={() => remove.mutate(message.id, { onSuccess: () => setAsking(false) })}
      >
        {t('thread.delete.text')}
      </ConfirmDanger>
    </li>
  )
}

type EditProps = { organization: Organization; message: ThreadMessage; onDone: () => void }

function Edit({ organization, message, onDone }: EditProps) {
  const t = useText('buyers')
  const [text, setText] = useState(message.text)
  const edit = useEditMessage(organization.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    edit.mutate({ message_id: message.id, text: text.trim() }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save}>
      <Textarea
        label={t('thread.edit')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={TEXT_MAX}
        value={text}
        error={edit.error ? problemSentence(edit.error) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="sm" loading={edit.isPending}>
          {t('thread.save')}
        </Button>
        <Button variant="default" size="sm" onClick={onDone}>
          {t('thread.cancel')}
        </Button>
      </Group>
    </form>
  )
}

function Answer({ organization, buyer_id }: Props) {
  const t = useText('buyers')
  const [text, setText] = useState('')
  const write = useWriteMessage(organization.id, buyer_id)
  const full = needsTariff(write.error)
  const send = () => {
    if (text.trim() === '' || write.isPending) return
    write.mutate(text.trim(), {
      onSuccess() {
        setText('')
        toast.done(t('thread.sent'))
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        label={t('thread.write')}
        description={t('thread.write.hint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={TEXT_MAX}
        value={text}
        error={write.error && !full ? problemSentence(write.error) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          write.reset()
        }}
        onKeyDown={onKeyDown}
      />
      {full ? <ProblemLine error={write.error} organization_id={organization.id} /> : null}
      <Button
        type="submit"
        loading={write.isPending}
        leftSection={<IconSend size={20} stroke={1.75} />}
      >
        {t('thread.send')}
      </Button>
    </form>
  )
}

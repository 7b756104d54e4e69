/** The steps of a promotion's life: pausing and the archive have a way back, an end is asked first. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { undoable } from '../../ui/undo.tsx'
import { type Promotion, useCopy, useDelete, useStep } from './queries.ts'

const ConfirmDanger = lazy(async () => ({
  default: (await import('../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

type Asked = { act: 'finish' | 'delete'; promotion: Promotion }

export function useActions(organization_id: string) {
  const t = useText('promotions')
  const navigate = useNavigate()
  const step = useStep()
  const copy = useCopy()
  const [asked, setAsked] = useState<Asked>()
  const onError = (error: Error) => void toast.problem(error)

  const launch = (promotion: Promotion) =>
    step.mutate(
      { promotion, status: 'running' },
      { onSuccess: (next) => void toast.done(t(`done.${next.status}` as 'done.running')), onError },
    )
  const pause = (promotion: Promotion) =>
    step.mutate(
      { promotion, status: 'paused' },
      {
        onSuccess: (next) =>
          void toast.done(
            undoable({ text: t('done.paused'), verb: t('undo'), onUndo: () => launch(next) }),
          ),
        onError,
      },
    )
  const archive = (promotion: Promotion, archived: boolean, undo = true) =>
    step.mutate(
      { promotion, archived },
      {
        onSuccess(next) {
          const text = t(archived ? 'done.archived' : 'done.unarchived')
          const onUndo = () => archive(next, !archived, false)
          toast.done(undo ? undoable({ text, verb: t('undo'), onUndo }) : text)
        },
        onError,
      },
    )
  const makeCopy = (promotion: Promotion) =>
    copy.mutate(promotion, {
      onSuccess(made) {
        toast.done(t('done.copied'))
        void navigate({ href: paths.promotion(organization_id, made.id) })
      },
      onError,
    })
  const [met, meet] = useState(false)
  if (asked && !met) meet(true)
  const question = met ? (
    <Suspense>
      <Question
        asked={asked}
        onClose={() => setAsked(undefined)}
        onDeleted={() => void navigate({ href: paths.promotions(organization_id) })}
      />
    </Suspense>
  ) : null
  return {
    ...{ launch, pause, archive, question },
    copy: makeCopy,
    finish: (promotion: Promotion) => setAsked({ act: 'finish', promotion }),
    remove: (promotion: Promotion) => setAsked({ act: 'delete', promotion }),
    pending: step.isPending || copy.isPending,
  }
}
export type Actions = ReturnType<typeof useActions>

type QuestionProps = { asked: Asked | undefined; onClose: () => void; onDeleted: () => void }

function Question({ asked, onClose, onDeleted }: QuestionProps) {
  const t = useText('promotions')
  const step = useStep()
  const remove = useDelete()
  const { act = 'finish', promotion } = asked ?? {}
  const error = act === 'finish' ? step.error : remove.error
  const confirm = () => {
    if (!promotion) return
    if (act === 'finish') {
      step.mutate(
        { promotion, status: 'finished' },
        {
          onSuccess() {
            toast.done(t('done.finished'))
            onClose()
          },
        },
      )
    } else {
      remove.mutate(promotion, {
        onSuccess() {
          toast.done(t('done.deleted'))
          onClose()
          onDeleted()
        },
      })
    }
  }
  return (
    <ConfirmDanger
      opened={asked !== undefined}
      onClose={onClose}
      title={t(`${act}.title`, { name: promotion?.name ?? '' })}
      verb={t(`${act}.verb`)}
      pending={step.isPending || remove.isPending}
      onConfirm={confirm}
      {...(error ? { error: problemSentence(error) } : {})}
    >
      {t(act === 'finish' && promotion?.effect.kind === 'stamp' ? 'finish.stamp' : `${act}.text`)}
    </ConfirmDanger>
  )
}

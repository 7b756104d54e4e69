/**
 * A page-long form over something stored with a version. The save names the version the values were
 * made from; a stale one opens the question whose values to keep. Survives the session's end.
 */
import { type FormErrors, useForm, type UseFormInput } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiProblem } from '../api/call.ts'
import { fieldSentences, problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import type { Difference } from '../ui/conflict-dialog.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { useDraft } from './drafts.ts'

// Most saves meet nobody.
const ConflictDialog = lazy(async () => ({
  default: (await import('../ui/conflict-dialog.tsx')).ConflictDialog,
}))

type Values = Record<string, unknown>

type Given<S extends { version: number }, V extends Values> = {
  /** Tells this form from all others, for what is kept when the session ends. */
  name: string
  stored: S
  /** What is stored as the inputs hold it. */
  toValues: (stored: S) => V
  validate: NonNullable<UseFormInput<V>['validate']>
  /** What to send: only what differs. */
  changesOf: (values: V) => Values
  save: UseMutationResult<S, Error, { version: number }>
  onSaved: () => void
  /** May ask before it is sent; calls `send` when the answer is yes. Absent: nothing is asked. */
  confirm?: (values: V, send: () => void) => void
  /** Puts what came with a refusal in the place of what the form began with. */
  take: (fresh: S) => void
  differencesOf: (mine: V, theirs: V) => Difference[]
  /** The form's own words for a refusal, by field; undefined: the general ones. */
  errorsOf?: (error: Error) => FormErrors | undefined
}

export function useStoredForm<S extends { version: number }, V extends Values>(given: Given<S, V>) {
  const { stored, toValues, save } = given
  const [fresh, setFresh] = useState<S>()
  const form = useForm<V>({
    initialValues: toValues(stored),
    validate: given.validate,
    validateInputOnBlur: true,
  })
  const version = useDraft(given.name, form, stored.version)
  const send = (values: V, over: number) =>
    save.mutate(
      { ...given.changesOf(values), version: over },
      {
        onSuccess: given.onSaved,
        onError(error) {
          const stale = error instanceof ApiProblem && error.code === 'version_conflict'
          if (stale && error.data) setFresh(error.data as S)
          else form.setErrors(given.errorsOf?.(error) ?? fieldSentences(error))
        },
      },
    )
  const page = (fields: ReactNode, aside?: ReactNode) => (
    <>
      <FormPage
        dirty={form.isDirty()}
        pending={save.isPending}
        onSubmit={form.onSubmit((values) => {
          const go = () => send(values, version)
          if (given.confirm) given.confirm(values, go)
          else go()
        })}
        onReset={() => {
          form.reset()
          save.reset()
        }}
        aside={aside}
        {...(save.error && !fresh ? { error: problemSentence(save.error) } : {})}
      >
        {fields}
      </FormPage>
      <Conflict
        opened={fresh !== undefined}
        differences={fresh ? given.differencesOf(form.values, toValues(fresh)) : []}
        pending={save.isPending}
        onClose={() => setFresh(undefined)}
        onOverwrite={() => {
          if (!fresh) return
          setFresh(undefined)
          send(form.values, fresh.version)
        }}
        onTake={() => {
          if (!fresh) return
          setFresh(undefined)
          form.reset()
          given.take(fresh)
        }}
      />
    </>
  )
  return { form, page }
}

type ConflictProps = Omit<ComponentProps<typeof ConflictDialog>, 'words'>

function Conflict(props: ConflictProps) {
  const t = useText('shell')
  const [met, meet] = useState(false)
  if (props.opened && !met) meet(true)
  if (!met) return null
  return (
    <Suspense>
      <ConflictDialog
        {...props}
        words={{
          title: t('conflict.title'),
          text: t('conflict.text'),
          show: t('conflict.show'),
          overwrite: t('conflict.overwrite'),
          take: t('conflict.take'),
          field: t('conflict.field'),
          mine: t('conflict.mine'),
          theirs: t('conflict.theirs'),
          close: t('ui.close'),
        }}
      />
    </Suspense>
  )
}

/**
 * What was typed and not saved when the session ended: kept for this tab and this person, and put
 * back into the same form after signing in again.
 */
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import { textOf } from '../text/text.ts'
import { storedUser } from './session.ts'
import { toast } from './toasts.tsx'

type Draft = { user: string; version: number; values: unknown }

const PREFIX = 'draft '
const open = new Map<string, () => Omit<Draft, 'user'> | undefined>()

/** Keeps every open form with changes. For the moment the session ends, while the user is known. */
export function keepDrafts() {
  const user = storedUser()?.id
  if (user === undefined) return
  for (const [name, read] of open) {
    const draft = read()
    if (draft) sessionStorage.setItem(PREFIX + name, JSON.stringify({ user, ...draft }))
  }
}

function findDraft(name: string): Draft | undefined {
  const text = sessionStorage.getItem(PREFIX + name)
  const draft = text === null ? undefined : (JSON.parse(text) as Draft)
  return draft?.user === storedUser()?.id ? draft : undefined
}

/**
 * Lets the session's end keep this form and puts back what an earlier one kept. Answers the version
 * the values were made from: an older one than the stored makes the save ask whose to keep.
 */
export function useDraft<V extends Record<string, unknown>>(
  name: string,
  form: Pick<UseFormReturnType<V>, 'isDirty' | 'getValues' | 'setValues'>,
  stored_version = 0,
): number {
  const [draft] = useState(() => findDraft(name))
  const version = draft?.version ?? stored_version
  const read = useEffectEvent(() =>
    form.isDirty() ? { version, values: form.getValues() } : undefined,
  )
  const restore = useEffectEvent(() => {
    sessionStorage.removeItem(PREFIX + name)
    if (!draft) return
    form.setValues(draft.values as V)
    toast.info(textOf('shell')('draft.restored'))
  })
  useEffect(() => {
    restore()
    open.set(name, () => read())
    return () => void open.delete(name)
  }, [name])
  return version
}

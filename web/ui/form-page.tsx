/**
 * A page that is one form: a column of at most 720 px with a live example beside it, and a bar that
 * appears with the first change. Leaving with changes asks first; Ctrl+S saves.
 */
import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import classes from './form-page.module.css'
import { useWords } from './words.tsx'

const LeaveQuestion = lazy(async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
}))

type Props = {
  dirty: boolean
  pending: boolean
  /** `form.onSubmit(save)` of Mantine's form. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Puts the stored values back. */
  onReset: () => void
  children: ReactNode
  /** The live example at the right (below on a phone). */
  aside?: ReactNode
  /** What the server refused, in the reader's words; stays in the bar until the next try. */
  error?: string
}

export function FormPage({ dirty, pending, onSubmit, onReset, children, aside, error }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [invalid, setInvalid] = useState(0)
  useSaveKey(form, dirty && !pending)
  return (
    <>
      <form
        ref={form}
        noValidate
        className={classes.form}
        data-aside={aside ? true : undefined}
        onSubmit={(event) => {
          onSubmit(event)
          // The fields learn of their errors in the next frame.
          requestAnimationFrame(() => setInvalid(focusFirstInvalid(form.current)))
        }}
      >
        <div className={classes.column}>{children}</div>
        {aside ? <div className={classes.aside}>{aside}</div> : null}
        {dirty ? (
          <SaveBar
            invalid={invalid}
            error={error}
            pending={pending}
            onReset={() => {
              setInvalid(0)
              onReset()
            }}
          />
        ) : null}
      </form>
      <LeaveGuard dirty={dirty && !pending} />
    </>
  )
}

/** Moves the focus to the first field with an error; answers how many there are. */
export function focusFirstInvalid(form: HTMLElement | null): number {
  const wrong = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]')
  const first = wrong?.[0]
  // A group of choices is wrong as a whole; the focus goes to its first choice.
  const group = first?.matches('fieldset, [role="radiogroup"]')
  ;(group ? first?.querySelector<HTMLElement>('input, button') : first)?.focus()
  return wrong?.length ?? 0
}

type BarProps = Pick<Props, 'pending' | 'onReset' | 'error'> & { invalid: number }

function SaveBar({ invalid, error, pending, onReset }: BarProps) {
  const { word } = useWords()
  const problem = error ?? (invalid > 0 ? word('ui.check_fields', { count: invalid }) : undefined)
  return (
    <div className={classes.bar} data-save-bar>
      <div className={classes.barInner}>
        <span
          className={classes.state}
          role={problem ? 'alert' : 'status'}
          data-problem={!!problem}
        >
          {problem ?? word('ui.unsaved')}
        </span>
        <Button variant="default" onClick={onReset} disabled={pending}>
          {word('ui.cancel')}
        </Button>
        <Button type="submit" loading={pending} aria-keyshortcuts="Control+S">
          {word('ui.save')}
        </Button>
      </div>
    </div>
  )
}

function useSaveKey(form: React.RefObject<HTMLFormElement | null>, active: boolean) {
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyS') {
        event.preventDefault()
        form.current?.requestSubmit()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [form, active])
}

type Place = { pathname: string; search: unknown }
/** What in the address tells one form of a page from another. */
const NAMES = ['tab', 'post', 'event'] as const
const valueOf = ({ search }: Place, name: string) =>
  (search as Record<string, string | undefined> | undefined)?.[name] || undefined

/** Another page, or another form of the same page; other changes of the address keep the form. */
const isAnotherForm = (current: Place, next: Place) =>
  current.pathname !== next.pathname ||
  NAMES.some((name) => valueOf(current, name) !== valueOf(next, name))

/** Asks before unsaved changes are lost, by a link or by closing the tab. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && isAnotherForm(current, next),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveQuestion onStay={blocker.reset} onGo={blocker.proceed} />
    </Suspense>
  )
}

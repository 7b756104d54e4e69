/**
 * «Call me back»: a panel that is no modal. It stands beside the page, open at first, follows the
 * scroll, and yields when it would cover what has the focus.
 */
import { IconPhone, IconX } from '@tabler/icons-react'
import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { FEEDBACK_NAME_MAX, isCallbackPhone } from '#contract/limits.ts'
import { call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import { useWords } from '../site/words.ts'
import { maskPhone, PREFIX } from './callback-rules.ts'
import classes from './callback-panel.module.css'
import { Toast, useToast } from './use-toast.tsx'

export function CallbackPanel() {
  const t = useWords('landing')
  const [opened, setOpened] = useState(true)
  const { told, tell, hide } = useToast()
  const panel = useRef<HTMLElement>(null)
  const tab = useRef<HTMLButtonElement>(null)
  const title = useId()

  const open = useCallback(() => {
    setOpened(true)
    // The field is there after the next paint.
    requestAnimationFrame(() => panel.current?.querySelector('input')?.focus())
  }, [])
  const close = useCallback(() => {
    const inside = panel.current?.contains(document.activeElement)
    setOpened(false)
    if (inside) requestAnimationFrame(() => tab.current?.focus())
  }, [])
  useEffect(() => openByButtons(open), [open])
  useEffect(() => yieldToFocus(panel, () => setOpened(false)), [])

  return (
    <>
      {/* Esc is pressed inside, on the fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <aside
        ref={panel}
        className={classes.panel}
        role="dialog"
        aria-modal="false"
        aria-labelledby={title}
        hidden={!opened}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <div className={classes.head}>
          <h2 id={title}>{t('callback.title')}</h2>
          <button type="button" className={classes.close} onClick={close}>
            <IconX size={20} aria-hidden />
            <span className="v-sr">{t('callback.close')}</span>
          </button>
        </div>
        <CallbackForm
          tell={tell}
          onDone={() => {
            tell(t('callback.done'), false)
            close()
          }}
        />
      </aside>
      <button ref={tab} type="button" className={classes.tab} hidden={opened} onClick={open}>
        <IconPhone size={20} aria-hidden />
        <span>{t('callback.title')}</span>
      </button>
      <Toast told={told} hide={hide} />
    </>
  )
}

type FormProps = { tell: (text: string, wrong: boolean) => void; onDone: () => void }

/** The fields keep what is in them by themselves, also what was typed before the code came. */
function CallbackForm({ tell, onDone }: FormProps) {
  const t = useWords('landing')
  const [sending, setSending] = useState(false)
  const [wrong, setWrong] = useState(false)
  const error = useId()

  async function send(form: HTMLFormElement) {
    const fields = new FormData(form)
    const text = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    const phone = maskPhone(text('phone'))
    setWrong(!isCallbackPhone(phone))
    if (!isCallbackPhone(phone)) {
      tell(t('callback.wrong'), true)
      return
    }
    setSending(true)
    try {
      const query = { name: text('name').trim(), phone, website: text('website') || undefined }
      await call('GET /api/v1/stats/feedback_message', { query })
      form.reset()
      onDone()
    } catch {
      tell(t('callback.failed'), true)
    } finally {
      setSending(false)
    }
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending) void send(event.currentTarget)
  }
  return (
    // `dialog`: a press before the code has come does nothing, instead of a page with the phone in it.
    <form method="dialog" className={classes.form} noValidate onSubmit={onSubmit}>
      <label>
        {t('callback.name')}
        <input type="text" name="name" autoComplete="name" maxLength={FEEDBACK_NAME_MAX} />
      </label>
      <label>
        {t('callback.phone')}
        <input
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? error : undefined}
          onFocus={(event) => {
            if (event.currentTarget.value === '') event.currentTarget.value = PREFIX
          }}
          onInput={(event) => {
            const field = event.currentTarget
            field.value = maskPhone(field.value)
            setWrong(false)
          }}
        />
      </label>
      {/* Hidden from people; robots fill it in. */}
      <input
        type="text"
        name="website"
        className={classes.trap}
        tabIndex={-1}
        autoComplete="off"
        aria-hidden
        aria-label={t('callback.website')}
      />
      {wrong ? (
        <p id={error} className={classes.wrong}>
          {t('callback.wrong')}
        </p>
      ) : null}
      <button type="submit" className="v-button" disabled={sending}>
        {t(sending ? 'callback.sending' : 'callback.submit')}
      </button>
      <p className={classes.note}>
        {t('callback.note')}
        <a href={paths.license_agreement}>{t('callback.consent')}</a>
      </p>
    </form>
  )
}

/** The buttons of the page that open the panel are plain links for who has no scripts. */
function openByButtons(open: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest('[data-callback]')) return
    event.preventDefault()
    event.stopPropagation()
    open()
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}

/** Calls `give` when the focus is on something the panel covers (WCAG 2.4.11). */
function yieldToFocus(panel: { current: HTMLElement | null }, give: () => void): () => void {
  const onFocus = (event: FocusEvent) => {
    const place = panel.current
    const target = event.target as Element
    if (!place || place.hidden || place.contains(target) || !target.matches(':focus-visible'))
      return
    const [ours, theirs] = [place.getBoundingClientRect(), target.getBoundingClientRect()]
    const covers =
      theirs.left < ours.right &&
      theirs.right > ours.left &&
      theirs.top < ours.bottom &&
      theirs.bottom > ours.top
    if (covers) give()
  }
  document.addEventListener('focusin', onFocus)
  return () => document.removeEventListener('focusin', onFocus)
}

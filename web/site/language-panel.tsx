/** The language: a button that says the present one, and a panel with all eight. */
import { IconLanguage, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { type Language, languageIds, languages, storeLanguage } from '../text/languages.ts'
import classes from './language-panel.module.css'
import { useSpoken, useWords } from './words.ts'

/** The same page in another language: remembered, and told by the address. */
function choose(language: Language) {
  storeLanguage(language)
  const there = new URL(location.href)
  there.searchParams.set('lang', language)
  location.assign(there)
}

export function LanguageButton({ compact }: { compact?: boolean }) {
  const t = useWords('shell')
  const { language } = useSpoken()
  const panel = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { name, code } = languages[language]
  const close = () => panel.current?.close()
  return (
    <>
      <button
        type="button"
        className={classes.button}
        // What is seen is a part of what is said, for those who speak to their browser.
        aria-label={compact ? `${t('language.button', { name })}, ${code}` : undefined}
        onClick={() => panel.current?.showModal()}
      >
        <IconLanguage size={20} stroke={1.75} aria-hidden />
        {compact ? code : t('language.button', { name })}
      </button>
      {/* A click beside the panel closes it; the keyboard has Esc and the cross. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={panel}
        className={classes.panel}
        aria-labelledby={title}
        onClick={(event) => {
          if (event.target === panel.current) close()
        }}
      >
        <div className={classes.inside}>
          <div className={classes.head}>
            <h2 id={title}>{t('language.title')}</h2>
            <button type="button" className={classes.close} onClick={close}>
              <IconX size={20} aria-hidden />
              <span className="v-sr">{t('ui.close')}</span>
            </button>
          </div>
          <Rows />
        </div>
      </dialog>
    </>
  )
}

function Rows() {
  const { language } = useSpoken()
  const group = useId()
  return languageIds.map((id) => {
    const { name, html, code } = languages[id]
    return (
      <label key={id} className={classes.row}>
        <input
          type="radio"
          name={group}
          defaultChecked={id === language}
          aria-label={name}
          onChange={() => choose(id)}
        />
        <span lang={html}>{name}</span>
        <span className={classes.code}>{code}</span>
      </label>
    )
  })
}

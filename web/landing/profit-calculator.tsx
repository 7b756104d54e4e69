/** The fields of the calculator and what comes of them; its state is in the address. */
import { useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../site/words.ts'
import { ProfitResult } from './profit-result.tsx'
import {
  askOf,
  type Field,
  fieldError,
  type ProfitState,
  readState,
  writeState,
} from './profit-state.ts'
import classes from './profit.module.css'

type ChangeField = (field: Field, text: string) => void

export function ProfitCalculator({ query }: { query: Record<string, string> }) {
  const t = useWords('profit')
  const [state, setState] = useState(() => readState(query))
  const change = (part: Partial<ProfitState>) => {
    const next = { ...state, ...part }
    setState(next)
    history.replaceState(history.state, '', location.pathname + writeState(next) + location.hash)
  }
  // What was typed before the code had come is in the fields already.
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!form.current) return
    const fields = [...new FormData(form.current)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ])
    const typed = readState(Object.fromEntries(fields) as Record<string, string>)
    setState((known) => (writeState(typed) === writeState(known) ? known : typed))
  }, [])
  const changeField: ChangeField = (field, text) => change({ [field]: text })
  const props = { state, onChange: changeField }
  return (
    <div className={classes.calculator}>
      {/* Without scripts the fields go into the address and the server answers. */}
      <form
        ref={form}
        method="get"
        className={classes.form}
        onSubmit={(event) => event.preventDefault()}
      >
        <NumberField field="cost" {...props} />
        <NumberField field="markup" {...props} />
        <NumberField field="discount" {...props} />
        <NumberField field="max" {...props} />
        <details className={classes.more} open={hasMore(query) || undefined}>
          <summary>{t('advanced')}</summary>
          <div>
            <NumberField field="unspent" {...props} />
            <NumberField field="cap" {...props} />
            <label className={classes.switch}>
              <input
                type="checkbox"
                name="money_only"
                value="1"
                checked={state.money_only}
                onChange={(event) => change({ money_only: event.currentTarget.checked })}
              />
              {t('money_only')}
            </label>
          </div>
        </details>
        <noscript>
          <button type="submit" className="v-button">
            {t('recalculate')}
          </button>
        </noscript>
      </form>
      <ProfitResult ask={askOf(state)} />
    </div>
  )
}

const hasMore = (query: Record<string, string>) =>
  ['unspent', 'cap', 'money_only'].some((key) => key in query)

type FieldProps = { field: Field; state: ProfitState; onChange: ChangeField }

function NumberField({ field, state, onChange }: FieldProps) {
  const t = useWords('profit')
  const hint = useId()
  const error = fieldError(field, state[field])
  return (
    <label className={classes.field}>
      {t(field)}
      <input
        type="text"
        inputMode="decimal"
        name={field}
        autoComplete="off"
        value={state[field]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? hint : undefined}
        onChange={(event) => onChange(field, event.currentTarget.value)}
      />
      {error ? (
        <span id={hint} className={classes.error}>
          {t(error)}
        </span>
      ) : null}
    </label>
  )
}

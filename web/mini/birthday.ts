/** The question about the birthday: a day, a month and a year, each chosen by a tap. */
import { el } from './dom.ts'
import type { Say } from './texts.ts'

type Context = {
  say: Say
  locale: string
  /** Keeps the day, `YYYY-MM-DD`; false when it could not be. */
  onKeep: (birthday: string) => Promise<boolean>
}

const OLDEST = 110
const two = (value: string) => value.padStart(2, '0')

/** Chosen so far: the card is drawn anew with every code, and a choice must outlive that. */
const chosen = { day: '', month: '', year: '' }

export function birthdayBlock({ say, locale, onKeep }: Context): HTMLElement {
  const problem = el('p', { class: 'wrong', role: 'alert' })
  const tell = (key: string) => void (problem.textContent = key === '' ? '' : say(key))
  const choice = (part: keyof typeof chosen, options: [string, string][]) => {
    const label = say(`birthday.${part}`)
    const listen = ({ target }: Event) => {
      chosen[part] = (target as HTMLSelectElement).value
      tell('')
    }
    const first = el('option', { value: '', selected: chosen[part] === '' }, label)
    const rest = options.map(([value, text]) =>
      el('option', { value, selected: chosen[part] === value }, text),
    )
    return el('select', { name: part, 'aria-label': label, change: listen }, first, ...rest)
  }
  const button = el('button', { class: 'button', type: 'submit' }, say('birthday.save'))
  const submit = (event: Event) => {
    event.preventDefault()
    const birthday = readChosen()
    if (birthday === null) return tell('birthday.wrong')
    button.setAttribute('disabled', '')
    void onKeep(birthday).then((kept) => {
      button.removeAttribute('disabled')
      if (!kept) tell('birthday.failed')
    })
  }
  const this_year = new Date().getFullYear()
  return el(
    'form',
    { class: 'block', id: 'birthday', submit },
    el('h2', {}, say('birthday')),
    el('p', { class: 'soft' }, say('birthday.once')),
    el(
      'div',
      { class: 'choices' },
      choice('day', numbers(1, 31)),
      choice('month', months(locale)),
      choice('year', numbers(this_year - OLDEST, this_year).toReversed()),
    ),
    problem,
    button,
  )
}

const numbers = (from: number, to: number): [string, string][] =>
  Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), String(from + at)])

function months(locale: string): [string, string][] {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => [
    String(at + 1),
    name.format(new Date(Date.UTC(2024, at, 1))),
  ])
}

/** The day that is chosen; null: not whole, or there is none such. */
function readChosen(): string | null {
  const { day, month, year } = chosen
  if (day === '' || month === '' || year === '') return null
  const text = `${year}-${two(month)}-${two(day)}`
  const date = new Date(`${text}T00:00:00Z`)
  const real = date.toString() !== 'Invalid Date' && date.toISOString().startsWith(text)
  return real && date.getTime() <= Date.now() ? text : null
}

/** Chips of which one is chosen: radios, so that arrows move between them. */
import { useId } from 'react'
import classes from './choices.module.css'

type Props<K extends string> = {
  legend: string
  options: readonly { key: K; label: string }[]
  chosen: K
  onChoose: (key: K) => void
}

export function Choices<K extends string>({ legend, options, chosen, onChoose }: Props<K>) {
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend className="v-sr">{legend}</legend>
      {options.map(({ key, label }) => (
        <label key={key} className={classes.chip}>
          <input
            type="radio"
            name={name}
            className="v-sr"
            checked={key === chosen}
            onChange={() => onChoose(key)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Which columns of a list are shown: one box each; `hidden` are those switched off. */
import { Checkbox } from '@mantine/core'

type Props<Column extends string> = {
  columns: readonly { column: Column; label: string }[]
  hidden: readonly Column[]
  onChange: (hidden: Column[]) => void
}

export function ColumnChoices<Column extends string>({ columns, hidden, onChange }: Props<Column>) {
  return columns.map(({ column, label }) => (
    <Checkbox
      key={column}
      label={label}
      checked={!hidden.includes(column)}
      onChange={(event) =>
        onChange(
          event.currentTarget.checked
            ? hidden.filter((one) => one !== column)
            : [...hidden, column],
        )
      }
    />
  ))
}

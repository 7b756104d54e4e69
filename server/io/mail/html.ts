const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe as it stands: made by `html` only. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

type Value = string | number | Markup | Markup[] | undefined

function print(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map((part) => part.text).join('')
  return escapeHtml(String(value))
}

/**
 * HTML by a template: every value is escaped, in text and in quoted attributes, unless it is
 * itself `html`. Attributes must be quoted, and links must be checked before they come here.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  const parts = strings.map(
    (text, index) => text + (index < values.length ? print(values[index]) : ''),
  )
  return new Markup(parts.join(''))
}

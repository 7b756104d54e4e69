/** What was written down of an act, taken apart. */
type Short = string | number | boolean | null
type Detail = Record<string, Short>
type Changes = Record<string, [before: Short, after: Short]>

export function detailOf({ detail }: { detail: string }): { facts: Detail; changes: Changes } {
  const { changes = {}, ...facts } = JSON.parse(detail) as { changes?: Changes }
  return { facts, changes }
}

import type { Text, TextKey } from '../../text/text.ts'

/** How people call a kind of movement; the wire tells it as text. */
export const kindName = (t: Text<'reports'>, kind: string) =>
  t(`kind.${kind}` as TextKey<'reports'>)

/** A post as the inputs of its form hold it, and the fields that are sent. */
import { POST_CAPTION_MAX, POST_TEXT_MAX } from '#contract/limits.ts'
import type { ButtonLeadsTo } from '#contract/posts.ts'
import type { Text } from '../../text/text.ts'
import type { Post, PostType } from './queries.ts'

export type Values = {
  title: string
  text: string
  image: string | null
  button_text: string
  /** Empty when it does not lead to an address. */
  button_url: string
  button_leads_to: ButtonLeadsTo
  /** Empty when it does not lead to a product. */
  button_product_id: string
  pinned: boolean
  /** On the shop's clock, `2026-11-21T18:30`; empty: at once. */
  scheduled_at: string
}

export const newValues: Values = {
  ...{ title: '', text: '', image: null, pinned: false, scheduled_at: '' },
  ...{ button_text: '', button_url: '', button_leads_to: 'url', button_product_id: '' },
}

export const toValues = (post: Post): Values => ({
  title: post.title,
  text: post.text,
  image: post.image,
  button_text: post.button_text ?? '',
  button_url: post.button_url ?? '',
  button_leads_to: post.button_leads_to,
  button_product_id: post.button_product_id ?? '',
  pinned: post.pinned,
  scheduled_at: post.scheduled_local ?? '',
})

/** The fields of the form that differ: what is empty now is named in `clear`. */
export function changesOf(
  values: Record<string, string | boolean | null>,
  before: Record<string, string | boolean | null>,
): Record<string, string> {
  const fields: Record<string, string> = {}
  const clear: string[] = []
  for (const [key, value] of Object.entries(values)) {
    if (value === before[key]) continue
    if (value === '' || value === null || value === false) clear.push(key)
    else fields[key] = typeof value === 'string' ? value.trim() : String(value)
  }
  return clear.length === 0 ? fields : { ...fields, clear: clear.join(',') }
}

const TITLE_GAP = 2

/** How many characters of the text there is room for. */
export function roomOf(
  { image, title, text }: Pick<Values, 'image' | 'title' | 'text'>,
  type: PostType,
): number {
  const max = image === null ? POST_TEXT_MAX : POST_CAPTION_MAX
  const head = type === 'news' && title.trim() !== '' ? title.trim().length + TITLE_GAP : 0
  return max - head - text.replaceAll('**', '').length
}

/** The sentences of what is wrong, by field. */
export function validate(
  values: Omit<Values, 'pinned' | 'scheduled_at'>,
  type: PostType,
  t: Text<'posts'>,
) {
  const errors: Partial<Record<keyof Values, string>> = {}
  if (type === 'news' && values.title.trim() === '') errors.title = t('required')
  if (values.text.trim() === '') errors.text = t('required')
  else if (roomOf(values, type) < 0) {
    const max = values.image === null ? POST_TEXT_MAX : POST_CAPTION_MAX
    errors.text = t('text.too_long', { max })
  }
  const [words, link] = [values.button_text.trim(), values.button_url.trim()]
  const where = values.button_leads_to
  if (words === '' && where !== 'url') errors.button_text = t('required')
  if (where === 'product' && values.button_product_id === '') {
    errors.button_product_id = t('required')
  }
  if (words !== '' && link === '' && where === 'url') errors.button_url = t('button.both')
  if (link !== '' && words === '') errors.button_text = t('button.both')
  if (link !== '' && !/^https:\/\/[^\s/]+\.[^\s]+$/.test(link)) {
    errors.button_url = t('button.https')
  }
  return errors
}

/** A mailing as the inputs of its form hold it, and the fields that are sent. */
import { unknownVariables } from '#contract/post-variables.ts'
import type { ButtonLeadsTo } from '#contract/posts.ts'
import type { Chosen, Filter, Preset } from '../../shell/segments/filter.ts'
import type { Text } from '../../text/text.ts'
import type { Post } from './queries.ts'
import { validate as validateContent } from './values.ts'

export const ALL = 'all'
export const OWN = 'own'
const PRESET = 'preset '
export const presetValue = (code: Preset) => `${PRESET}${code}`

export type Presets = readonly { code: Preset; filter: Filter }[]

export type MailingValues = {
  title: string
  text: string
  image: string | null
  button_text: string
  /** Empty when it does not lead to an address. */
  button_url: string
  button_leads_to: ButtonLeadsTo
  /** Empty when it does not lead to a product. */
  button_product_id: string
  /** `all`, `own`, `preset …` or the id of a saved segment. */
  audience: string
  /** The conditions of `own`. */
  filters: Filter
  /** Empty: whichever the reader uses. */
  bot_id: string
  control_percent: number | string
  scheduled_at: string
}

export const noFilter: Filter = { match: 'all' }
export const newMailing: MailingValues = {
  ...{ title: '', text: '', image: null },
  ...{ button_text: '', button_url: '', button_leads_to: 'url', button_product_id: '' },
  ...{ audience: ALL, filters: noFilter, bot_id: '', control_percent: 0, scheduled_at: '' },
}

/** A new mailing for whom another page has chosen; undefined: nobody has. */
export function mailingFor(chosen: Chosen | undefined): MailingValues {
  if (chosen === undefined) return newMailing
  if ('segment_id' in chosen) return { ...newMailing, audience: chosen.segment_id }
  if ('preset' in chosen) return { ...newMailing, audience: presetValue(chosen.preset) }
  return { ...newMailing, audience: OWN, filters: chosen.filter }
}

export function toMailing(post: Post, presets: Presets): MailingValues {
  const filters = post.filters ?? noFilter
  const same = presets.find(({ filter }) => JSON.stringify(filter) === JSON.stringify(filters))
  const chosen = same ? presetValue(same.code) : OWN
  return {
    title: post.title,
    text: post.text,
    image: post.image,
    button_text: post.button_text ?? '',
    button_url: post.button_url ?? '',
    button_leads_to: post.button_leads_to,
    button_product_id: post.button_product_id ?? '',
    audience: post.segment_id ?? (post.filters === null ? ALL : chosen),
    filters,
    bot_id: post.bot_id ?? '',
    control_percent: post.control_percent,
    scheduled_at: post.scheduled_local ?? '',
  }
}

/** Whom the values mean, as the server is asked. */
export function askOf(
  values: Pick<MailingValues, 'audience' | 'filters' | 'bot_id'>,
  presets: Presets,
): { segment_id?: string; filters?: Filter; bot_id?: string } {
  const { bot_id } = values
  return { ...audienceOf(values, presets), ...(bot_id !== '' && { bot_id }) }
}

function audienceOf(
  { audience, filters }: Pick<MailingValues, 'audience' | 'filters'>,
  presets: Presets,
): { segment_id?: string; filters?: Filter } {
  if (audience === ALL) return {}
  if (audience === OWN) return { filters }
  if (!audience.startsWith(PRESET)) return { segment_id: audience }
  const code = audience.slice(PRESET.length)
  return { filters: presets.find((one) => one.code === code)?.filter ?? noFilter }
}

/** The fields of the form on the wire. */
export function fieldsOf(values: MailingValues, presets: Presets): Record<string, string | null> {
  const { bot_id, title, text, image, scheduled_at, control_percent } = values
  const { button_text, button_url, button_leads_to, button_product_id } = values
  const ask = audienceOf(values, presets)
  return {
    ...{ bot_id, title, text, image, scheduled_at },
    ...{ button_text, button_url, button_leads_to, button_product_id },
    segment_id: ask.segment_id ?? '',
    filters: ask.filters ? JSON.stringify(ask.filters) : '',
    control_percent: Number(control_percent) > 0 ? String(control_percent) : '',
  }
}

export function validateMailing(
  values: MailingValues,
  posts: Text<'posts'>,
  t: Text<'mailings'>,
): Partial<Record<keyof MailingValues, string>> {
  const errors: Partial<Record<keyof MailingValues, string>> = validateContent(
    values,
    'manual_notification',
    posts,
  )
  const [unknown] = unknownVariables(values.text)
  if (unknown !== undefined && !errors.text) {
    errors.text = t('variables.unknown', { name: `{${unknown}}` })
  }
  return errors
}

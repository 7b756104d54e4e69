/** What a call that did not succeed tells. */
import type { TillProduct } from './scanned-line.ts'

export type Trouble = {
  code?: string
  status?: number
  data?: unknown
  retry_after?: number
  fields?: readonly { path: string; code: string }[]
}
/** No answer, or a failure of the server: nobody knows yet whether the receipt was made. */
export const isLost = (trouble: Trouble) =>
  trouble.status === undefined || trouble.status === 0 || trouble.status >= 500

/** The product that a refused code of a buyer turned out to be. */
export function productOf(trouble: Trouble): TillProduct | undefined {
  if (trouble.code !== 'buyer_not_found') return undefined
  return (trouble.data as { product?: TillProduct } | undefined)?.product
}

/** Who was named as the inviter cannot be one. */
export function inviterTrouble({ fields }: Trouble): string | undefined {
  const field = fields?.find(({ path }) => path === 'register.inviter_phone')
  if (!field) return undefined
  const told = field.code === 'inviter_unknown' || field.code === 'inviter_limit'
  return told ? field.code : 'inviter_refused'
}

/** What a sentence about the refusal can name. */
export function paramsOf(trouble: Trouble): Record<string, string | number> | undefined {
  const data = trouble.data as Record<string, unknown> | undefined
  const params: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(data ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') params[name] = value
  }
  const limits = data?.limits as { text?: unknown }[] | undefined
  if (typeof limits?.[0]?.text === 'string') params.detail = limits[0].text
  if (trouble.retry_after !== undefined) params.retry_after = trouble.retry_after
  return Object.keys(params).length > 0 ? params : undefined
}

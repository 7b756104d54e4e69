import * as endpoints from '#contract/merging.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { mergeBuyers, previewMerge } from './merge-buyers.ts'

/** Two cards of one person: what would become of them, and the deed. */
export function mergeRoutes(io: Io): Route[] {
  return [
    route(endpoints.previewMerge, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      return previewMerge(io, organization, { keep_id: params.buyer_id, other: otherOf(body) })
    }),

    route(endpoints.mergeBuyers, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const key = call.header('idempotency-key') ?? body.idempotency_key
      if (key === undefined) refuse('idempotency_key', 'required')
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) refuse('idempotency_key', 'invalid')
      const { version } = body
      const ask = { keep_id: params.buyer_id, other: otherOf(body), version }
      const { answer, replayed } = await mergeBuyers(io, organization, owner, ask, key)
      if (replayed) call.setHeader('idempotency-replayed', 'true')
      return answer
    }),
  ]
}

/** The card that goes is named by its id or by its phone, not by both. */
function otherOf(body: {
  other_id?: string | undefined
  other_phone?: string | undefined
}): { id: string } | { phone: string } {
  const { other_id, other_phone } = body
  if (other_id !== undefined && other_phone === undefined) return { id: other_id }
  if (other_phone !== undefined && other_id === undefined) return { phone: other_phone }
  return refuse('other_phone', other_phone === undefined ? 'required' : 'invalid')
}

function refuse(path: string, code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path, code }] })
}

import * as endpoints from '#contract/buyers.ts'
import * as forgetting from '#contract/forgetting.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { adjustBalance, type Adjust } from './adjust-balance.ts'
import { forgetBuyer } from './forget-buyer.ts'
import { listBuyers } from './list-buyers.ts'
import { listEntries } from './list-entries.ts'
import { pinLevel } from './pin-level.ts'
import { readBuyer } from './read-buyer.ts'
import { registerBuyer } from './register-buyer.ts'
import { revealPhone } from './reveal-phone.ts'
import { setInviter } from './set-inviter.ts'
import { updateBuyer } from './update-buyer.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.getBuyersData, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      if (body.buyer_id !== undefined || body.phone !== undefined) {
        return { buyer: await readBuyer(io, organization, oneBuyer(body)) }
      }
      return listBuyers(io, organization, body)
    }),

    route(endpoints.createBuyer, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const { buyer_id, created } = await registerBuyer(io, { ...body, via: 'cabinet' })
      if (body.inviter_phone !== undefined) {
        await tellInviter(io, organization, buyer_id, body.inviter_phone)
      }
      return { buyer: await readBuyer(io, organization, { phone: body.phone }), created }
    }),

    route(endpoints.updateBuyer, async ({ params, query, body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return updateBuyer(io, owner, { organization_id: id, buyer_id: params.buyer_id }, body)
    }),

    route(endpoints.pinBuyerLevel, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const { level, until } = body
      return {
        level: await pinLevel(io, organization, owner, params.buyer_id, { level, until }),
      }
    }),

    route(endpoints.setBuyerInviter, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      await tellInviter(io, organization, params.buyer_id, body.inviter_phone)
      return (await readBuyer(io, organization, { id: params.buyer_id })).referral
    }),

    route(endpoints.listBuyerEntries, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const { page, limit } = query
      return listEntries(io, { organization_id: id, buyer_id: params.buyer_id }, { page, limit })
    }),

    route(endpoints.revealPhone, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, body.organization_id)
      const key = { organization_id: id, buyer_id: params.buyer_id }
      return { phone: await revealPhone(io, owner, key) }
    }),

    ...manualRoutes(io),
  ]
}

function manualRoutes(io: Io): Route[] {
  return [
    route(forgetting.forgetBuyer, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const key = { organization_id: organization.id, buyer_id: params.buyer_id }
      await forgetBuyer(io, await loadProgram(io, organization), owner, key)
    }),

    route(endpoints.makeHandleAccrual, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const { lifetime_days } = body
      return adjust(io, owner, call, body, { direction: 'accrual', lifetime_days })
    }),

    route(endpoints.makeHandleWithdraw, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return adjust(io, owner, call, body, { direction: 'withdraw' })
    }),
  ]
}

async function tellInviter(
  io: Io,
  organization: Organization,
  buyer_id: string,
  phone: string,
): Promise<void> {
  const program = await loadProgram(io, organization)
  const key = { organization_id: organization.id, buyer_id }
  await setInviter(io, program, key, { phone }, 'inviter_phone')
}

type Manual = {
  organization_id: string
  buyer_id?: string | undefined
  phone?: string | undefined
  amount: number
  reason: string
  comment?: string | undefined
  notify: boolean
  idempotency_key?: string | undefined
}

async function adjust(
  io: Io,
  owner: Owner,
  call: Call,
  body: Manual,
  kind: Pick<Adjust, 'direction' | 'lifetime_days'>,
) {
  const organization = await requireOrganization(io, owner, body.organization_id)
  const key = call.header('idempotency-key') ?? body.idempotency_key
  if (key === undefined) refuseField('idempotency_key', 'required')
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) refuseField('idempotency_key', 'invalid')
  if (body.reason === 'other' && body.comment === undefined) refuseField('comment', 'required')
  const { amount, reason, comment, notify } = body
  const ask = { ...kind, by: oneBuyer(body), amount, reason, comment, notify }
  const { answer, replayed } = await adjustBalance(io, organization, owner, ask, key)
  if (replayed) call.setHeader('idempotency-replayed', 'true')
  return answer
}

/** A buyer is named by the id or by the phone, not by both. */
function oneBuyer(body: {
  buyer_id?: string | undefined
  phone?: string | undefined
}): { id: string } | { phone: string } {
  const { buyer_id, phone } = body
  if (buyer_id !== undefined && phone === undefined) return { id: buyer_id }
  if (phone !== undefined && buyer_id === undefined) return { phone }
  return refuseField('buyer_id', phone === undefined ? 'required' : 'invalid')
}

function refuseField(path: string, code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path, code }] })
}

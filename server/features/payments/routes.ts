import { Elsewhere } from '#contract/endpoint.ts'
import * as endpoints from '#contract/payments.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requirePlatformAdministrator } from '#server/features/identity/require-platform-administrator.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findPaymentRow, listAllPayments } from './list-store.ts'
import { makePaper } from './make-paper.ts'
import { offeredProviders, payLicenses, quote, withOutcome } from './pay-licenses.ts'
import { receiveCallback } from './receive-callback.ts'
import { confirmTransfer, refundPayment } from './refund-payment.ts'
import { showPayment } from './show-payment.ts'
import { findPayment } from './store.ts'

const outcomes = { pending: 'pending', paid: 'ok', failed: 'fail', refunded: 'fail' } as const

export function routes(io: Io): Route[] {
  return [
    ...adminRoutes(io),

    route(endpoints.quoteLicenses, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return quote(io, id, body)
    }),

    route(endpoints.payLicense, async (ask, call) =>
      payLicenses(io, await requireOwner(io, call), call, 'once', ask),
    ),

    route(endpoints.subscribeLicense, async (ask, call) =>
      payLicenses(io, await requireOwner(io, call), call, 'subscribe', ask),
    ),

    route(endpoints.listProviders, async (_ask, call) => {
      await requireOwner(io, call)
      return { items: offeredProviders(io) }
    }),

    route(endpoints.getPayment, async ({ params: { payment_id } }, call) =>
      showPayment(io, await requireOwner(io, call), payment_id),
    ),

    route(endpoints.getPaper, async ({ params }, call) =>
      makePaper(io, await requireOwner(io, call), params),
    ),

    route(endpoints.paymentState, async ({ params: { payment_id } }) => {
      const payment = await findPayment(io.db, payment_id)
      if (!payment) throw new Refusal('not_found')
      const { status, redirect_path } = payment
      return { status, redirect_url: withOutcome(redirect_path, outcomes[status]) }
    }),

    route(endpoints.paymentCallback, async ({ params: { provider } }, call) =>
      receiveCallback(io, provider, call),
    ),

    route(
      endpoints.returnFromPayment,
      async ({ params: { payment_id } }) => new Elsewhere(`/payments/return/${payment_id}`),
    ),
  ]
}

function adminRoutes(io: Io): Route[] {
  const readRow = async (payment_id: string) => {
    const row = await findPaymentRow(io.db, payment_id)
    if (!row) throw new Refusal('not_found')
    return showRow(row)
  }

  return [
    route(endpoints.listAllPayments, async ({ query: { page, limit, ...filter } }, call) => {
      await requirePlatformAdministrator(io, call)
      const { items, total } = await listAllPayments(io.db, filter, { page, limit })
      return { items: items.map(showRow), total, page, limit }
    }),

    route(endpoints.confirmPayment, async ({ params: { payment_id } }, call) => {
      await requirePlatformAdministrator(io, call)
      await confirmTransfer(io, payment_id)
      return readRow(payment_id)
    }),

    route(endpoints.refundPayment, async ({ params: { payment_id } }, call) => {
      await requirePlatformAdministrator(io, call)
      await refundPayment(io, payment_id)
      return readRow(payment_id)
    }),
  ]
}

type Row = Awaited<ReturnType<typeof listAllPayments>>['items'][number]

const showRow = (row: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
})

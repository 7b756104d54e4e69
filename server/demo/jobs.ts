import { z } from 'zod'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { openIntegration } from '#server/features/pos/add-cashier.ts'
import { makeSecret } from '#server/features/pos/make-secret.ts'
import { recountPurchases } from '#server/features/segments/gather-purchases.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { demoSales } from './demo-sales.ts'
import { FILL_DEMO } from './open-demo.ts'
import { demoPeriod, sellDemoShop, type OpenApp } from './sell-demo-shop.ts'

// Few: real tills sell beside it.
const LANES = 3

export function jobs(io: Io, openApp: OpenApp): Job[] {
  return [
    job({
      name: FILL_DEMO,
      payload: z.object({ organization_id: z.uuid(), user_id: z.uuid(), cashier_id: z.uuid() }),
      async handle({ organization_id, user_id, cashier_id }) {
        // Refused, and so not tried again, when the owner has deleted it meanwhile.
        const organization = await requireOrganization(io, { user_id } as Owner, organization_id)
        const { token } = await makeSecret('integration')
        if (token === null) throw new Error('an integration has a token')
        const now = organization.created_at
        await inTransaction(io.db, (tx) =>
          openIntegration(tx, organization.id, cashier_id, token.hash, now),
        )
        const sales = demoSales(demoPeriod(organization.created_at))
        await sellDemoShop(io, openApp, token.text, sales, LANES)
        // Its receipts are older than what the job of segments has read.
        await recountPurchases(io, organization_id)
      },
    }),
  ]
}

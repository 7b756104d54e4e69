import type { Answer } from '#contract/endpoint.ts'
import type { openDemo as endpoint } from '#contract/demo.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { listOwned } from '#server/features/organizations/list-owned.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { addCashier } from '#server/features/pos/add-cashier.ts'
import { makeSecret } from '#server/features/pos/make-secret.ts'
import { openOrganization } from '#server/features/pos/open-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { demoSales } from './demo-sales.ts'
import { DEMO_DAYS, demoPeriod } from './sell-demo-shop.ts'
import { setUpDemo } from './set-up-demo.ts'
import { countReceipts } from './store.ts'

export const FILL_DEMO = 'organization.fill_demo'
const NAME = 'Демо-кавʼярня'
const PER_HOUR = 5
const DAY_MS = 24 * 3600 * 1000

type Progress = Answer<typeof endpoint>

/** How far the owner's demo organization is; null when there is none. */
export async function readDemo(io: Io, owner: Owner): Promise<Progress | null> {
  const demo = (await listOwned(io, owner)).find(({ is_demo }) => is_demo)
  if (!demo) return null
  const total = demoSales(demoPeriod(demo.created_at)).length
  const made = await countReceipts(io.db, demo.id)
  return { organization_id: demo.id, made: Math.min(made, total), total }
}

/**
 * Opens the owner's demo organization, ninety days back; a job sells in it. One at a time: who has
 * one is answered that one. Refuses: `rate_limited`.
 */
export async function openDemo(real: Io, owner: Owner): Promise<Progress> {
  const there = await readDemo(real, owner)
  if (there) return there
  await takeRate(real, `open demo ${owner.user_id}`, PER_HOUR, 3600)
  const from = new Date(real.clock.now().getTime() - DEMO_DAYS * DAY_MS)
  const io: Io = { ...real, clock: { now: () => from } }
  const { id, opened } = await openNamed(io, owner)
  const organization = await requireOrganization(io, owner, id)
  await setUpDemo(io, owner, organization)
  // The job gives it a token of its own; this one is thrown away.
  const secret = await makeSecret('integration')
  const cashier_id = await inTransaction(io.db, async (tx) => {
    const till = { name: 'Каса', role: 'integration', pos_ids: [opened.pos_id] } as const
    const added = await addCashier(tx, organization, till, secret, from)
    const payload = { organization_id: id, user_id: owner.user_id, cashier_id: added }
    await io.jobs.send(FILL_DEMO, payload, { tx })
    return added
  })
  io.log.info({ cashier_id }, 'a demo shop is being made')
  return { organization_id: id, made: 0, total: demoSales(demoPeriod(from)).length }
}

/** The name may be one of the owner's own shops: then with a number. */
async function openNamed(io: Io, owner: Owner) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? NAME : `${NAME} ${number}`
    try {
      const ask = { name, business_category: 'cafe', address: 'вул. Соборна, 12' } as const
      return await openOrganization(io, owner, ask, { is_demo: true, trial_days: 3650 })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'name_taken' || number > 20) throw error
    }
  }
}

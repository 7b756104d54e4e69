import type { Answer, Ask } from '#contract/endpoint.ts'
import { WEBHOOKS_MAX } from '#contract/limits.ts'
import type * as endpoints from '#contract/webhooks.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges, type Changes } from '#server/features/audit/rules.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireFeature } from '#server/features/licensing/require-feature.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { isPostable } from '#server/io/post-out.ts'
import { Refusal } from '#server/io/refusal.ts'
import { failPending } from './delivery-store.ts'
import { BOTH_SECRETS_MS } from './rules.ts'
import { makeSecret } from './secrets.ts'
import * as store from './store.ts'

type WithSecret = Answer<typeof endpoints.createWebhook>

/** Who changes what. */
export type Hand = { owner: Owner; organization: Organization }

export function present(row: store.EndpointRow, now: Date): Webhook {
  const { id, url, events, enabled, failing_since, stopped_at, previous_until, created_at } = row
  const both = previous_until !== null && previous_until > now
  return {
    ...{ id, url, events, enabled },
    failing_since: failing_since?.toISOString() ?? null,
    stopped_at: stopped_at?.toISOString() ?? null,
    previous_until: both ? previous_until.toISOString() : null,
    created_at: created_at.toISOString(),
  }
}

/**
 * Begins to send a shop's events to an address.
 * Refuses: `validation_failed` when the address is none of the public Internet, `in_use` when the
 * shop has as many as it may, `tariff_limit` when no license of it includes the API.
 */
export async function createEndpoint(
  io: Io,
  { owner, organization }: Hand,
  ask: Ask<typeof endpoints.createWebhook>['body'],
): Promise<WithSecret> {
  refuseUrl(io, ask.url)
  const now = io.clock.now()
  const id = newId(now)
  const { secret, sealed } = makeSecret(io, id)
  const row: store.EndpointRow = {
    ...{ organization_id: organization.id, id, url: ask.url, events: [...new Set(ask.events)] },
    ...{ enabled: true, secret_sealed: sealed, previous_sealed: null, previous_until: null },
    ...{ failing_since: null, stopped_at: null, language: owner.language, created_at: now },
  }
  await inTransaction(io.db, async (tx) => {
    await requireFeature(tx, organization.id, 'api', now)
    await store.lockShop(tx, organization.id)
    const present_ones = await store.listEndpoints(tx, organization.id)
    if (present_ones.length >= WEBHOOKS_MAX) throw new Refusal('in_use')
    await store.insertEndpoint(tx, row)
    await note(tx, { owner, organization }, shortChanges({}, ask), now)
  })
  return { webhook: present(row, now), secret }
}

/**
 * Changes an address. Switched off, it forgets nothing; what waited can be replayed.
 * Refuses: `not_found`, `validation_failed`.
 */
export async function changeEndpoint(
  io: Io,
  { owner, organization }: Hand,
  id: string,
  ask: Ask<typeof endpoints.updateWebhook>['body'],
): Promise<Webhook> {
  if (ask.url !== undefined) refuseUrl(io, ask.url)
  const now = io.clock.now()
  const key = { organization_id: organization.id, id }
  return inTransaction(io.db, async (tx) => {
    const before = await store.findEndpoint(tx, key)
    if (!before) throw new Refusal('not_found')
    const changes = {
      url: ask.url ?? before.url,
      events: ask.events ? [...new Set(ask.events)] : before.events,
      enabled: ask.enabled ?? before.enabled,
    }
    // Mended or switched on: it is trusted again, and three days begin anew.
    const anew = changes.url !== before.url || (changes.enabled && !before.enabled)
    const state = anew ? { failing_since: null, stopped_at: null } : {}
    await store.updateEndpoint(tx, key, { ...changes, ...state })
    if (!changes.enabled) await failPending(tx, key, now)
    await note(tx, { owner, organization }, shortChanges(before, changes), now)
    return present({ ...before, ...changes, ...state }, now)
  })
}

/** Refuses: `not_found`. */
export async function removeEndpoint(
  io: Io,
  { owner, organization }: Hand,
  id: string,
): Promise<void> {
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const gone = await store.deleteEndpoint(tx, { organization_id: organization.id, id })
    if (!gone) throw new Refusal('not_found')
    await note(tx, { owner, organization }, { deleted: [false, true] }, now)
  })
}

/**
 * Makes a new secret; the former one signs beside it for a day.
 * Refuses: `not_found`.
 */
export async function rotateSecret(
  io: Io,
  { owner, organization }: Hand,
  id: string,
): Promise<WithSecret> {
  const now = io.clock.now()
  const key = { organization_id: organization.id, id }
  const { secret, sealed } = makeSecret(io, id)
  return inTransaction(io.db, async (tx) => {
    const before = await store.findEndpoint(tx, key)
    if (!before) throw new Refusal('not_found')
    const changes = {
      secret_sealed: sealed,
      previous_sealed: before.secret_sealed,
      previous_until: new Date(now.getTime() + BOTH_SECRETS_MS),
    }
    await store.updateEndpoint(tx, key, changes)
    await note(tx, { owner, organization }, { secret: [false, true] }, now)
    return { webhook: present({ ...before, ...changes }, now), secret }
  })
}

function refuseUrl(io: Io, url: string): void {
  if (isPostable(url, io.config.WEBHOOKS_PRIVATE === 'true')) return
  throw new Refusal('validation_failed', { fields: [{ path: 'url', code: 'not_public_https' }] })
}

async function note(tx: Tx, { owner, organization }: Hand, changes: Changes, now: Date) {
  const { id: organization_id } = organization
  await noteAct(tx, { organization_id, by: owner, act: 'webhook_changed', changes }, now)
}

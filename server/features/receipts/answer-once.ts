import { hash } from 'node:crypto'
import type { Settled } from '#server/features/ledger/decide-and-commit.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findAnswer } from './store.ts'

/** A call that carried an Idempotency-Key: the same key is answered once, whatever is repeated. */
export type Once = { organization_id: string; key: string; request_hash: string }

/** SHA-256 of what was asked: the same content has the same hash. */
export const hashOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'hex')

/**
 * Reads the Idempotency-Key of a call. Keys of two callers never meet; `content` is what the call
 * asks, its name included, so that a key serves one call only.
 * Refuses: `validation_failed`.
 */
export function readOnce(
  call: Call,
  organization_id: string,
  actor: string,
  content: unknown,
): Once | null {
  const key = call.header('idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refusal('validation_failed', {
      fields: [{ path: 'Idempotency-Key', code: 'invalid' }],
    })
  }
  return { organization_id, key: `${actor} ${key}`, request_hash: hashOf(content) }
}

/** What the ledger is to keep, so that a repetition finds `body`. */
export const answerFor = (once: Once | null, body: unknown) =>
  once === null
    ? undefined
    : { key: once.key, request_hash: once.request_hash, body: JSON.stringify(body) }

export type Answered<T> = { answer: T; replayed: boolean }

/**
 * Runs `work` unless its key was answered before; a repetition is answered by `replay` from the
 * body kept then. A refusal of `work` is looked at again, because it may come from the work that
 * the very same call did a moment ago.
 * Refuses: `idempotency_conflict`, when the key was used for something else.
 */
export async function answerOnce<T>(
  io: Io,
  once: Once | null,
  steps: { work(): Promise<Settled<T>>; replay(body: string): Promise<T> },
): Promise<Answered<T>> {
  const before = await replayOf(io, once, steps.replay)
  if (before) return before
  try {
    const done = await steps.work()
    if (done.status === 'committed') return { answer: done.result, replayed: false }
    if (done.status === 'duplicate_key' && once) {
      return { answer: await steps.replay(sameRequest(once, done)), replayed: true }
    }
    throw new Error(`answerOnce: ${done.status} is the caller's matter`)
  } catch (error) {
    const meanwhile = error instanceof Refusal ? await replayOf(io, once, steps.replay) : undefined
    if (meanwhile) return meanwhile
    throw error
  }
}

async function replayOf<T>(
  io: Io,
  once: Once | null,
  replay: (body: string) => Promise<T>,
): Promise<Answered<T> | undefined> {
  if (!once) return undefined
  const found = await findAnswer(io.db, once)
  return found && { answer: await replay(sameRequest(once, found)), replayed: true }
}

function sameRequest(once: Once, kept: { request_hash: string; body: string }): string {
  if (kept.request_hash !== once.request_hash) throw new Refusal('idempotency_conflict')
  return kept.body
}

/** Calls to acquirers: with a time limit, few retries, and without their contents in errors. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseMoney } from '#contract/money.ts'

const TIMEOUT_MS = 8_000
const PAUSES_MS = [200, 800]

type Ask = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** May be sent again when no answer came: it changes nothing or is known by its own id. */
  again: boolean
}

/** An acquirer that did not answer, or answered what cannot be read. Names only whom and how. */
export class ProviderSilent extends Error {
  constructor(provider: string, why: string) {
    super(`${provider}: ${why}`)
    this.name = 'ProviderSilent'
  }
}

/**
 * Sends a call and answers its status and text. Retries what may be retried after a broken line
 * or a 5xx. Throws `ProviderSilent`; never quotes what was sent, for it carries keys.
 */
export async function talk(provider: string, ask: Ask): Promise<{ status: number; text: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const pause = ask.again ? PAUSES_MS[attempt] : undefined
    try {
      const answer = await fetch(ask.url, {
        method: ask.method,
        headers: { accept: 'application/json', ...ask.headers },
        ...(ask.body !== undefined && { body: ask.body }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await answer.text()
      if (answer.status < 500 && answer.status !== 429) return { status: answer.status, text }
      if (pause === undefined) throw new ProviderSilent(provider, `answered ${answer.status}`)
    } catch (error) {
      if (error instanceof ProviderSilent) throw error
      if (pause === undefined) throw new ProviderSilent(provider, 'did not answer')
    }
    await sleep(pause)
  }
}

/** Reads JSON of an acquirer. Numbers are kept as they were written where `kept` names them. */
export function readJson(
  provider: string,
  text: string,
  kept: readonly string[] = [],
): Record<string, unknown> {
  const reviver = (key: string, parsed: unknown, context?: { source?: string }) =>
    kept.includes(key) && typeof parsed === 'number' ? (context?.source ?? parsed) : parsed
  try {
    const value: unknown = JSON.parse(text, reviver)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Told below, without the text.
  }
  throw new ProviderSilent(provider, 'answered what is no JSON object')
}

/** Compares in a time that tells nothing of where they differ; of any two lengths. */
export function sameSecret(given: string | Buffer, right: string | Buffer): boolean {
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(right))
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A decimal amount of the wire in minor units; undefined for what is none. */
export function minorOf(value: unknown): number | undefined {
  const text = textOf(value)
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? parseMoney(Number(text)) : undefined
}

/** Minor units as acquirers write them: `590.00`. */
export const decimalOf = (minor: number): string => (minor / 100).toFixed(2)

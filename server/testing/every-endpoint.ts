/** Every endpoint of the contract, and values for its schemas: fitting ones and spoiled ones. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { valuesOf } from './trial-fuzz.ts'

const isEndpoint = (given: unknown): given is Endpoint =>
  typeof given === 'object' && given !== null && 'method' in given && 'path' in given

type Part = 'params' | 'query' | 'body' | 'form' | 'response'

/** Every endpoint that the contract exports. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = globSync('contract/*.ts', { exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(
    files.map((file) => import(join(process.cwd(), file)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}

/** The schemas of some parts of every endpoint, by a name for a person to read. */
export async function schemasOf(parts: readonly Part[]): Promise<[string, z.ZodType][]> {
  return (await everyEndpoint()).flatMap((endpoint) =>
    parts.flatMap((part): [string, z.ZodType][] => {
      const schema = endpoint[part]
      return schema ? [[`${endpoint.method} ${endpoint.path} ${part}`, schema]] : []
    }),
  )
}

/** Values of the wire that mostly fit a schema. */
export function wireValuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return valuesOf(written as Parameters<typeof valuesOf>[0], {
    phone: '+380671234567',
    now: '2026-11-21T10:00:00Z',
  })
}

/** Values that fit, and such with one random place spoiled by something of `by`. */
export const fittingOrSpoiled = (
  fitting: fc.Arbitrary<unknown>,
  by: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> =>
  fc.oneof(
    fitting,
    fc.tuple(fitting, fc.nat(10_000), by).map((given) => spoil(...given)),
  )

/** One random place of a value replaced, left out, or joined by a field that nobody knows. */
function spoil(given: unknown, at: number, by: unknown): unknown {
  if (typeof given !== 'object' || given === null) return by
  const keys = Object.keys(given)
  const key = keys[at % (keys.length + 1)] ?? 'unknown'
  const copy = structuredClone(given) as Record<string, unknown>
  const inner = copy[key]
  if (typeof inner === 'object' && inner !== null && at % 3 !== 0) {
    copy[key] = spoil(inner, Math.floor(at / 3), by)
  } else if (by === undefined) delete copy[key]
  else copy[key] = by
  return copy
}

/**
 * Every operation of both OpenAPI documents is sent requests made from its own schema and requests
 * nobody should send. Whatever comes, the answer is one the document declares, it comes soon, and
 * it tells nothing of the inside. Void when too few requests got through to do any harm.
 */
import fc from 'fast-check'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, sampleOf } from '#server/testing/operations.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import {
  requestsTo,
  type FuzzedOperation,
  type FuzzedRequest,
  type Parameter,
} from '#server/testing/trial-fuzz.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { openWalk, tellsOfInside, type Reply, type Walk } from '#server/testing/trial-walk.ts'

const EACH = countOf({ quick: 15, everyday: 50, release: 1000 })
const SEED = Number(process.env['VERTA_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SLOWEST_MS = 2000
/** A line of the log at `error` or above. */
const FAULT = /"level":[56]0/

type Declared = FuzzedOperation & {
  answers: Map<number, z.ZodType | null>
  problem: z.ZodType
  /** It answers a file instead of JSON. */
  is_file: boolean
}

let walk: Walk<Document>
let operations: Declared[]
const tally = { sent: 0, succeeded: 0, by_status: new Map<number, number>() }
const never = new Set<string>()
/** What the program wrote of its last fault: an answer never says why. */
let why = ''

beforeAll(async () => {
  walk = await openWalk<Document>({ hear: (line) => void (FAULT.test(line) && (why = line)) })
  operations = declared()
}, 120_000)
afterAll(() => walk.close())

type Document = {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: FuzzedOperation['body'] }> }
  responses: Record<
    string,
    { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }
  >
}

/** The operations as the served documents tell of them; nothing else is used. */
const declared = (): Declared[] =>
  walk.operations.map(({ document, ...operation }) => ({
    ...operation,
    parameters: document.parameters,
    body: document.requestBody?.content['application/json']?.schema,
    ...answersOf(document),
  }))

function answersOf({ responses }: Document): Pick<Declared, 'answers' | 'problem' | 'is_file'> {
  const answers = new Map<number, z.ZodType | null>()
  let is_file = false
  for (const [status, { content }] of Object.entries(responses)) {
    const file = content?.['application/octet-stream']?.schema
    const schema = content?.['application/json']?.schema ?? file
    is_file ||= file !== undefined
    if (status !== 'default') answers.set(Number(status), schema ? z.fromJSONSchema(schema) : null)
  }
  const problem = responses['default']?.content?.['application/problem+json']?.schema
  if (!problem) throw new Error('an operation without a problem')
  return { answers, is_file, problem: z.fromJSONSchema(problem) }
}

/** The refusals that say 5xx on purpose: something outside of us is not there. */
const outside = new Set(['provider_not_configured', 'provider_refused', 'busy'])

/** What is wrong with an answer, or null. */
function faultOf(operation: Declared, { status, text, type, ms }: Reply): string | null {
  if (tellsOfInside.test(text)) return 'tells of the inside'
  if (ms > SLOWEST_MS) return `took ${Math.round(ms)} ms`
  if (status < 300) {
    if (!operation.answers.has(status)) return 'a status that is not declared'
    const schema = operation.answers.get(status)
    if (!schema) return text === '' ? null : 'a body where none is declared'
    const parsed = schema.safeParse(operation.is_file ? text : JSON.parse(text))
    return parsed.success ? null : `not as declared: ${z.prettifyError(parsed.error)}`
  }
  if (status < 400) return 'a redirect'
  if (!type.startsWith('application/problem+json')) return `a problem as ${type}`
  const problem = JSON.parse(text)
  const parsed = operation.problem.safeParse(problem)
  if (!parsed.success) return `a problem not as declared: ${z.prettifyError(parsed.error)}`
  if (problem.status !== status) return 'a problem of another status'
  return status >= 500 && !outside.has(problem.code) ? 'a fault' : null
}

/** The request that the permission matrix knows to be right comes first. */
function rightRequest(operation: Declared, ids: Record<string, string>): FuzzedRequest {
  const sample = sampleOf(operation, ids)
  return {
    path: addressOf(operation, sample, ids),
    body: sample.body && JSON.stringify(sample.body),
    headers: sample.body ? { 'content-type': 'application/json' } : {},
    trick: 'sample',
  }
}

async function fuzz(operation: Declared, seed: number): Promise<string[]> {
  let worlds = 0
  const faults: string[] = []
  const ids = { ...walk.world.ids, now: walk.t.clock.now().toISOString() }
  const made = fc.sample(requestsTo(operation, ids), { numRuns: EACH - 1, seed })
  for (const request of [rightRequest(operation, ids), ...made]) {
    why = ''
    let reply = await walk.send(operation, request)
    // A busy machine is not a slow answer: once more.
    if (reply.ms > SLOWEST_MS) reply = await walk.send(operation, request)
    count(operation, reply)
    const fault = faultOf(operation, reply)
    if (fault !== null) faults.push(describe(operation, request, reply, fault))
    // The request ended the session it was made in; some do nothing else.
    if (reply.status === 401 && operation.access !== 'anyone' && worlds < 3) {
      await walk.renew()
      worlds += 1
    }
  }
  return faults
}

function count(operation: Declared, { status }: Reply): void {
  tally.sent += 1
  tally.by_status.set(status, (tally.by_status.get(status) ?? 0) + 1)
  if (status >= 300) return
  tally.succeeded += 1
  never.delete(operation.name)
}

function describe(operation: Declared, request: FuzzedRequest, reply: Reply, fault: string) {
  const { path, body, headers, trick } = request
  const asked = [
    path.slice(0, 300),
    JSON.stringify(headers).slice(0, 200),
    String(body).slice(0, 400),
  ]
  return [
    `${operation.name} [${trick}] ${fault}: ${reply.status} ${reply.text.slice(0, 400)}`,
    `asked ${asked.join(' ')}`,
    `because ${why.slice(0, 2000) || 'of nothing in the log'}`,
  ].join('\n  ')
}

/** Such an operation may leave the shop unusable for those after it. */
const spoils = ({ method, access }: Declared) => method !== 'GET' && access === 'owner'

test(
  `every operation answers ${EACH} requests as its document says (VERTA_SEED=${SEED})`,
  async ({ annotate }) => {
    expect(operations.length).toBeGreaterThan(70)
    operations.forEach(({ name }) => never.add(name))
    const faults: string[] = []
    for (const [index, operation] of operations.entries()) {
      // A draft is good for a day, and the clock runs here.
      if (operation.path.endsWith('/create')) await walk.renew()
      faults.push(...(await fuzz(operation, SEED + index)))
      if (spoils(operation)) await walk.renew()
    }
    const statuses = [...tally.by_status].toSorted(([a], [b]) => a - b)
    await annotate(
      `${operations.length} operations, ${tally.sent} requests, ${tally.succeeded} successes; ` +
        `${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}; ` +
        `never a success: ${[...never].join(', ') || 'none'}`,
    )
    expect(faults.slice(0, 40).join('\n\n'), `${faults.length} faults`).toBe('')
    expect(tally.succeeded / tally.sent, 'void: too few got through').toBeGreaterThan(0.1)
  },
  TRIAL_MS,
)

test('the program lives on, and the ledger check finds nothing', async () => {
  const { status } = await walk.world.owner.inject('GET', '/api/v1/user/profile')
  expect(status).toBe(200)
  await expectSoundLedger(walk.t.io.db)
})

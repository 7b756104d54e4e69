/**
 * Hostile texts wherever a person may write, and SQL in every place that a search, a sort or a
 * filter could take it from; the places are read from the served documents. Void when too little
 * was taken, or when the eye would not see SQL run.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessDelimiter } from '#server/io/spreadsheet-format.ts'
import { cellsOfCsv, readLetter, runningCells } from '#server/testing/exported-files.ts'
import { controlTexts, hostileTexts } from '#server/testing/hostile-texts.ts'
import { addressOf, sampleOf, type Operation } from '#server/testing/operations.ts'
import { putAt, textPlaces, type Place } from '#server/testing/text-fields.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import type { Parameter } from '#server/testing/trial-fuzz.ts'
import { openWalk, tellsOfInside, type Reply, type Walk } from '#server/testing/trial-walk.ts'

type Document = {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Parameters<typeof textPlaces>[0] }> }
}

let walk: Walk<Document>
beforeAll(async () => {
  walk = await openWalk<Document>()
}, 120_000)
afterAll(() => walk.close())

const PER_FIELD = countOf({ quick: 1, everyday: 2, release: hostileTexts.length })
const CONTROLS = countOf({ quick: 1, everyday: 1, release: controlTexts.length })

/** Some of the forty in turn, and what no database takes. */
const textsFor = (field: number): string[] => [
  ...Array.from({ length: PER_FIELD }, (_none, n) => {
    const at = (field * PER_FIELD + n) % hostileTexts.length
    return hostileTexts[at]?.written ?? ''
  }),
  ...controlTexts.slice(0, CONTROLS),
]

const bodyOf = ({ document }: Operation<Document>) =>
  document.requestBody?.content['application/json']?.schema
const outside = new Set([
  'provider_not_configured',
  'provider_refused',
  'busy',
  'messenger_unavailable',
])

function faultOf(reply: Reply): string | undefined {
  if (tellsOfInside.test(reply.text)) return 'tells of the inside'
  if (reply.status < 500) return undefined
  const { code } = JSON.parse(reply.text) as { code: string }
  return outside.has(code) ? undefined : 'a fault'
}

async function sendBody(operation: Operation<Document>, place: Place, value: unknown) {
  const { ids } = walk.world
  const sample = sampleOf(operation, ids)
  const path = addressOf(operation, sample, ids)
  const body = putAt(sample.body, place, value) as object
  let reply = await walk.send(operation, { path, body })
  if (reply.status === 409 && 'version' in body) {
    // What was sent before has changed it: over that version it is taken.
    const { data } = JSON.parse(reply.text) as { data?: { version?: number } }
    if (data?.version !== undefined) {
      reply = await walk.send(operation, { path, body: { ...body, version: data.version } })
    }
  }
  if (reply.status === 401 && operation.access !== 'anyone') await walk.renew()
  return reply
}

const last = (operation: Operation) => sampleOf(operation, walk.world.ids).last === true

test(
  `every text of every operation takes ${PER_FIELD} of ${hostileTexts.length} hostile texts as text, or refuses it`,
  async ({ annotate }) => {
    expect(new Set(hostileTexts.map(({ written }) => written)).size).toBe(40)
    const faults: string[] = []
    const tally = { fields: 0, sent: 0, taken: 0 }
    const writing = walk.operations.filter((one) => bodyOf(one) && !last(one))
    for (const operation of writing) {
      for (const place of textPlaces(bodyOf(operation), 'free')) {
        tally.fields += 1
        for (const text of textsFor(tally.fields)) {
          const reply = await sendBody(operation, place, text)
          tally.sent += 1
          if (reply.status < 300) tally.taken += 1
          const fault = faultOf(reply)
          if (fault)
            faults.push(
              `${operation.name} ${place.join('.')} ${text}: ${fault} ${reply.text.slice(0, 200)}`,
            )
        }
      }
    }
    const shown = await readEverything(faults)
    await walk.t.runJobs()
    // Throws at whatever a letter of ours does not have.
    for (const { html } of walk.t.mails) readLetter(html)
    await annotate(`${tally.fields} texts, ${tally.sent} sent, ${tally.taken} taken, ${shown} read`)
    expect(faults.slice(0, 20).join('\n'), `${faults.length} faults`).toBe('')
    expect(tally.fields, 'void: no texts').toBeGreaterThan(80)
    expect(tally.taken / tally.sent, 'void: too few were taken').toBeGreaterThan(0.2)
    expect(shown, 'void: nothing of it is ever read').toBeGreaterThan(2)
  },
  TRIAL_MS,
)

/** Every reading call and export: never a page, and no cell that runs. Counts those with such a text. */
async function readEverything(faults: string[]): Promise<number> {
  let shown = 0
  for (const operation of walk.operations) {
    if (operation.method !== 'GET' || operation.path.endsWith('/events')) continue
    const { ids } = walk.world
    const path = addressOf(operation, sampleOf(operation, ids), ids)
    const { type, text } = await walk.send(operation, { path })
    if (hostileTexts.some(({ kept }) => text.includes(JSON.stringify(kept).slice(1, -1))))
      shown += 1
    if (/html|svg|xml(?!formats)/.test(type)) faults.push(`${operation.name} answers ${type}`)
    const running = type.startsWith('text/csv')
      ? runningCells(cellsOfCsv(text, guessDelimiter(text)))
      : []
    if (running.length > 0) faults.push(`${operation.name} has a formula: ${running[0]}`)
  }
  return shown
}

const NOTIFY = `(select pg_notify('injected','x')::text)`
/** What sqlmap begins with: each way out of a place, and something that is heard when it runs. */
const injections = [
  '',
  "'",
  '"',
  "')",
  "'))",
  "%'",
  '`',
  '\\',
  "';",
  '1;',
  '1',
  '[]',
  '{}',
  '$1',
  '::text',
].flatMap((way) => [
  `${way} OR 1=1 OR ${NOTIFY}='x`,
  `${way}||${NOTIFY}||'`,
  `${way} UNION ALL SELECT ${NOTIFY},null,null--`,
  `${way}; select ${NOTIFY}; --`,
  `${way},${NOTIFY}`,
  `${way} desc, ${NOTIFY} --`,
])
const PER_PLACE = countOf({ quick: 1, everyday: 4, release: injections.length })

async function listen(): Promise<{ heard: string[]; client: pg.Client }> {
  const client = new pg.Client({ connectionString: walk.t.owner_url })
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  await client.query('listen injected')
  return { heard, client }
}

type Filter = (value: string) => Promise<Reply>

/** Parameters of the address, and texts of those bodies that only ask. */
function filtersOf(operation: Operation<Document>): Filter[] {
  const { ids } = walk.world
  const sample = sampleOf(operation, ids)
  const inAddress = operation.document.parameters.map(({ name, in: where }): Filter => (value) => {
    const params =
      where === 'path' ? { ...sample.params, [name]: encodeURIComponent(value) } : sample.params
    const query = where === 'query' ? { ...sample.query, [name]: value } : sample.query
    const path = addressOf(operation, { ...(params && { params }), ...(query && { query }) }, ids)
    return walk.send(operation, { path, body: sample.body })
  })
  const inBody = /\/get[_-]|segmentation|estimate|bulk$/.test(operation.path)
    ? textPlaces(bodyOf(operation), 'every').map(
        (place): Filter =>
          (value) =>
            sendBody(operation, place, value),
      )
    : []
  return [...inAddress, ...inBody]
}

test(
  `nothing of SQL runs in any search, sort or filter (${PER_PLACE} of ${injections.length} ways in each)`,
  async ({ annotate }) => {
    await walk.renew()
    const { heard, client } = await listen()
    const faults: string[] = []
    const tally = { places: 0, sent: 0 }
    try {
      for (const operation of walk.operations) {
        if (operation.path.endsWith('/events') || (operation.method !== 'GET' && last(operation)))
          continue
        for (const filter of filtersOf(operation)) {
          tally.places += 1
          for (let n = 0; n < PER_PLACE; n += 1) {
            const text = injections[(tally.places * PER_PLACE + n) % injections.length] ?? ''
            const reply = await filter(text)
            tally.sent += 1
            const fault = faultOf(reply)
            if (fault)
              faults.push(
                `${operation.name} ${text}: ${fault} ${reply.status} ${reply.text.slice(0, 200)}`,
              )
          }
        }
      }
      await client.query('select 1')
      expect(faults.slice(0, 20).join('\n'), `${faults.length} faults`).toBe('')
      expect(heard, 'SQL of a stranger ran').toEqual([])
      expect(tally.places, 'void: no places').toBeGreaterThan(200)
      await walk.t.io.pool.query(`select ${NOTIFY}`)
      await expect.poll(() => heard, { message: 'void: it would not be heard' }).toEqual(['x'])
      await annotate(`${tally.places} places, ${tally.sent} sent`)
    } finally {
      await client.end()
    }
  },
  TRIAL_MS,
)

test(
  'after all of it the ledger check finds nothing',
  () => expectSoundLedger(walk.t.io.db),
  TRIAL_MS,
)

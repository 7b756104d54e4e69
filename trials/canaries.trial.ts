/**
 * Secrets that are known to the trial go where secrets go: passwords, a PIN, tokens of sessions,
 * tills, programs and bots, keys of webhooks, links of letters. Then every operation is called by who
 * may and who may not, with secrets in the wrong places too, and everything that came out is
 * searched: answers, the whole log, letters, the database (a backup is its rows). Void when the
 * search would miss one.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '#server/testing/identity.ts'
import { openBrowser, PASSWORD } from '#server/testing/identity.ts'
import { addressOf, sampleOf, type Operation } from '#server/testing/operations.ts'
import { putAt, textPlaces } from '#server/testing/text-fields.ts'
import { TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { openWalk, type Walk } from '#server/testing/trial-walk.ts'

type Document = {
  requestBody?: { content: Record<string, { schema: Parameters<typeof textPlaces>[0] }> }
}

const lines: string[] = []
let walk: Walk<Document>
/** Each secret by what it is. */
const secrets = new Map<string, string>()
/** What is said of where a secret came out. */
const found: string[] = []
let answers = 0
let succeeded = 0

beforeAll(async () => {
  walk = await openWalk<Document>({ hear: (line) => void lines.push(line) })
  await plant()
}, 120_000)
afterAll(() => walk.close())

async function must(answered: Promise<Answer>): Promise<Answer['data']> {
  const { status, data, body } = await answered
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return data
}

async function plant(): Promise<void> {
  const { world, administrator, telegram, t } = walk
  const { till, shop } = world
  const { owner } = shop
  const of = `organization_id=${shop.organization_id}`
  secrets.set('the password', PASSWORD)
  secrets.set('the owner’s access', owner.cookie('at') ?? '')
  secrets.set('the owner’s refresh', owner.cookie('rt') ?? '')
  secrets.set('the administrator’s access', administrator.cookie('at') ?? '')
  secrets.set('the till’s token', till.token)
  secrets.set('the PIN', till.pin)
  const program = { pos_id: shop.pos_id, name: 'Програма', role: 'integration' }
  const { token } = await must(
    owner.inject('POST', '/api/v1/pos/create-pos-register-user', program),
  )
  secrets.set('the program’s token', token)
  const bot = telegram.addBot('canary_bot')
  secrets.set('the bot’s token', bot.token)
  const client = { type: 'telegram', token: bot.token }
  await must(owner.inject('POST', `/api/v1/bots/${world.ids['bot_id']}/client`, client))
  const hook = { url: 'https://example.com/hooks', events: ['receipt.completed'] }
  const { secret } = await must(owner.inject('POST', `/api/v1/webhooks?${of}`, hook))
  secrets.set('the webhook’s key', secret)
  await openBrowser(t).inject('POST', '/api/v1/user/forgot', {
    email: owner.email,
    redirect_url: 'http://verta.test/auth/reset-password',
  })
  await t.runJobs()
  for (const page of ['reset-password', 'confirm-email']) {
    const letter = t.mails.findLast((mail) => mail.to === owner.email && mail.text.includes(page))
    const link = new RegExp(`${page}/([\\w-]+)`).exec(letter?.text ?? '')?.[1]
    secrets.set(`the link of ${page}`, link ?? '')
  }
  // These letters are where their links belong.
  t.mails.length = 0
  for (const [what, value] of secrets) if (value === '') throw new Error(`no ${what}`)
}

/** A PIN is six digits, which any number may hold: it counts when it stands alone. */
const holds = (text: string, value: string) =>
  /^\d{6}$/.test(value)
    ? new RegExp(`(?<![\\w.-])${value}(?![\\w-])`).test(text)
    : text.includes(value)

function search(where: string, text: string): void {
  for (const [what, value] of secrets) {
    if (holds(text, value) || text.includes(JSON.stringify(value).slice(1, -1)))
      found.push(`${where}: ${what}`)
  }
}

async function send(operation: Operation<Document>, body: object | undefined, headers = {}) {
  const { ids } = walk.world
  const path = addressOf(operation, sampleOf(operation, ids), ids)
  const { status, text } = await walk.send(operation, { path, body, headers })
  answers += 1
  if (status < 300) succeeded += 1
  search(`the answer of ${operation.name}`, text)
}

const secretNames = /password|pin|token|secret|code|login|key|text|name|reason|email|phone/

test(
  'no secret comes out of any operation, into the log, a letter or the database',
  async ({ annotate }) => {
    const all = [...secrets.values()]
    for (const operation of walk.operations) {
      const sample = sampleOf(operation, walk.world.ids)
      // What ends the shop or exchanges the session would end the trial.
      if (sample.last || /\/(events|verify)$/.test(operation.path)) continue
      await send(operation, sample.body)
      const stranger = {
        cookie: `at=${all[1]}x; rt=${all[2]}x`,
        authorization: `Bearer ${all[4]}x`,
      }
      await send(operation, sample.body, stranger)
      const schema = operation.document.requestBody?.content['application/json']?.schema
      const places = textPlaces(schema, 'every').filter((place) =>
        secretNames.test(place.at(-1) ?? ''),
      )
      for (const [index, place] of places.entries()) {
        const name = place.at(-1) ?? ''
        // Words that are kept as given may be anything; only secrets' own fields get real ones.
        const own = /password|pin$|token|secret/.test(name)
        const value = own ? all[index % all.length] : undefined
        const wrong = { wrong: all[(index + 1) % all.length] }
        if (value !== undefined && !operation.path.endsWith('/client')) {
          await send(operation, putAt(sample.body, place, `${value}x`) as object)
        }
        await send(operation, putAt(sample.body, place, wrong) as object)
      }
    }
    await walk.t.runJobs()
    search('the log', lines.join(''))
    for (const { subject, text, html } of walk.t.mails)
      search(`the letter «${subject}»`, text + html)
    await searchDatabase()
    await annotate(
      `${answers} answers, ${succeeded} successes, ${lines.length} lines, ${walk.t.mails.length} letters`,
    )
    expect(found.slice(0, 30).join('\n'), `${found.length} found`).toBe('')
    expect(answers, 'void: too little was asked').toBeGreaterThan(300)
    expect(succeeded, 'void: too little was done').toBeGreaterThan(100)
    expect(lines.length, 'void: nothing was logged').toBeGreaterThan(answers)
  },
  TRIAL_MS,
)

/** Every row of every table, those of the queue of jobs too. */
async function searchDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: walk.t.owner_url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select r::text as row from ${name} r`)
      search(`the table ${name}`, rows.map(({ row }) => row).join('\n'))
    }
  } finally {
    await client.end()
  }
}

test('the search is sharp: it finds a secret where one is', async () => {
  found.length = 0
  for (const [what, value] of secrets) {
    search(what, `{"a":"${value}"}`)
    expect(found, what).toContain(`${what}: ${what}`)
  }
  walk.t.io.log.warn({ note: secrets.get('the till’s token') }, 'a canary')
  search('the log', lines.join(''))
  expect(found).toContain('the log: the till’s token')
})

test(
  'after all of it the ledger check finds nothing',
  () => expectSoundLedger(walk.t.io.db),
  TRIAL_MS,
)

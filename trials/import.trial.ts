/** `kill -9` of the program while a file of buyers is brought in: every row once, whatever is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from '#server/testing/form.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'

const KILLS = countOf({ quick: 1, everyday: 1, release: 10 })
const TRIES = 5
const ROWS = 2000
const BALANCE = 5
/** A job that was broken off is tried again when its time has run out. */
const LONGEST_MS = 3 * 60_000

type Import = { id: string; status: string; rows_done: number; created: number; mapping: object }

let program: Program
let shop: RemoteShop
beforeAll(async () => {
  program = await prepareProgram()
  await program.start()
  shop = await openRemoteShop(program.base)
}, 120_000)
afterAll(() => program.remove())

const imports = '/api/v1/buyers/imports'
const dataOf = (answer: { body: unknown }) => (answer.body as { data: Import }).data
const look = async (id: string) => dataOf(await shop.owner.call('GET', `${imports}/${id}`))

async function until(id: string, wanted: (one: Import) => boolean): Promise<Import> {
  const deadline = Date.now() + LONGEST_MS
  for (;;) {
    const found = await look(id)
    if (wanted(found)) return found
    expect(Date.now(), `${found.status}, ${found.rows_done} rows`).toBeLessThan(deadline)
    await sleep(20)
  }
}

/** `turn`: each brings other people. */
async function send(turn: number): Promise<string> {
  const first = 1_000_000 + turn * ROWS
  const rows = Array.from({ length: ROWS }, (_none, row) => `+38067${first + row};${BALANCE}`)
  const { body, headers } = formOf(Buffer.from(`Телефон;Баланс\n${rows.join('\n')}`))
  const query = new URLSearchParams({ organization_id: shop.organization_id, file_name: 'a.csv' })
  const cookie = [...shop.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${program.base}${imports}?${query.toString()}`, {
    method: 'POST',
    headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin' },
    body: new Uint8Array(body),
  })
  expect(answer.status).toBe(201)
  return dataOf({ body: await answer.json() }).id
}

async function begin(id: string): Promise<void> {
  const { mapping } = await until(id, ({ status }) => status === 'mapping')
  await shop.owner.call('PATCH', `${imports}/${id}`, { mapping })
  await until(id, ({ status }) => status === 'checked')
  await shop.owner.call('POST', `${imports}/${id}/apply`, { lawful: true })
  await until(id, ({ rows_done }) => rows_done > 0)
}

/** Kills the program and starts it again; answers what it had done. */
async function kill(id: string): Promise<Import> {
  process.kill(program.pid(), 'SIGKILL')
  while (program.running()) await sleep(5)
  await program.start()
  return look(id)
}

test(
  'killed in the middle, an import goes on and brings every row in once',
  async ({ annotate }) => {
    const hits: number[] = []
    let turn = 0
    for (; hits.length < KILLS && turn < KILLS + TRIES; turn += 1) {
      const id = await send(turn)
      await begin(id)
      const half = await kill(id)
      // On a quick machine it may have been over before the kill: then once more.
      if (half.status === 'applying') hits.push(half.rows_done)
      expect(half.created).toBe(half.rows_done)
      expect(await until(id, ({ status }) => status === 'done')).toMatchObject({
        ...{ created: ROWS, rows_done: ROWS, balance_sum: ROWS * BALANCE },
      })
    }
    await annotate(`${hits.length} kills with so many of ${ROWS} rows in: ${hits.join(', ')}`)
    expect((await expectSoundLedgerAt(program.migrate_url)).accounts).toBe(turn * ROWS)
    expect(hits.length, 'void: the imports were over before the kills').toBe(KILLS)
  },
  TRIAL_MS,
)

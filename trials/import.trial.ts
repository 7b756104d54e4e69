/** `kill -9` of the program while a file of buyers is brought in: every row once, whatever is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openDatabase } from '#server/io/db.ts'
import { formOf } from '#server/testing/form.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'

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

async function send(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_none, row) => `+38067${1_000_000 + row};${BALANCE}`)
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

test(
  'killed in the middle, an import goes on and brings every row in once',
  async () => {
    const id = await send()
    const { mapping } = await until(id, ({ status }) => status === 'mapping')
    await shop.owner.call('PATCH', `${imports}/${id}`, { mapping })
    await until(id, ({ status }) => status === 'checked')
    await shop.owner.call('POST', `${imports}/${id}/apply`, { lawful: true })
    await until(id, ({ rows_done }) => rows_done > 0)
    process.kill(program.pid(), 'SIGKILL')
    while (program.running()) await sleep(5)
    await program.start()
    const half = await look(id)
    // On a quick machine it may have been over before the kill.
    expect(['applying', 'done']).toContain(half.status)
    expect(half.created).toBe(half.rows_done)
    expect(await until(id, ({ status }) => status === 'done')).toMatchObject({
      ...{ created: ROWS, rows_done: ROWS, balance_sum: ROWS * BALANCE },
    })
    const database = openDatabase(program.migrate_url, { pool: 2 })
    try {
      const violations: Violation[] = []
      const { accounts } = await checkLedger(database, (one) => void violations.push(one))
      expect(violations).toEqual([])
      expect(accounts).toBe(ROWS)
    } finally {
      await database.close()
    }
  },
  2 * LONGEST_MS,
)

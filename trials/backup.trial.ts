/**
 * A backup is taken while tills sell, by the command an owner would use, and restored into an empty
 * folder by the other one, which checks the ledger too. Everything acknowledged before the backup
 * began is in it, and what is in it is what the program holds, row by row. Void when nothing was
 * sold while the backup was written.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openSender } from '#server/testing/trial-http.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import { sellBeside } from '#server/testing/trial-sales.ts'

const TIMES = countOf({ quick: 1, everyday: 1, release: 10 })
const KEYS = `trial:${Buffer.alloc(32, 9).toString('base64')}`
const root = join(import.meta.dirname, '..')

let program: Program
let shop: RemoteShop
const folder = mkdtempSync(join(tmpdir(), 'verta-backups-'))

beforeAll(async () => {
  chmodSync(folder, 0o711)
  program = await prepareProgram({ SECRET_KEYS: KEYS })
  await program.start()
  shop = await openRemoteShop(program.base)
}, 120_000)
afterAll(async () => {
  await program.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run backup` or `npm run restore` on a data folder; answers what it printed. */
function run(script: 'backup' | 'restore', data_dir: string, file: string): Promise<string> {
  const child = spawn(process.execPath, [`server/${script}.ts`, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: data_dir, SECRET_KEYS: KEYS },
  })
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  child.stderr.on('data', (text) => (printed += text))
  return new Promise((resolve, reject) =>
    child.once('exit', (status) =>
      status === 0 ? resolve(printed) : reject(new Error(`${script}: ${status} ${printed}`)),
    ),
  )
}

/** Rows that never change once they are written, as text. */
async function rowsOf(url: string): Promise<{ ids: Set<string>; rows: Set<string> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const receipts = await client.query<{ id: string; row: string }>(
      'select id, r::text as row from receipt r',
    )
    const entries = await client.query<{ row: string }>('select e::text as row from entry e')
    return {
      ids: new Set(receipts.rows.map(({ id }) => id)),
      rows: new Set([...receipts.rows, ...entries.rows].map(({ row }) => row)),
    }
  } finally {
    await client.end()
  }
}

/** One backup under load, and its restore; answers how many sales were made meanwhile. */
async function backUpAndRestore(turn: number): Promise<number> {
  const file = join(folder, `${turn}.backup`)
  const { integration_token } = shop
  const load = sellBeside(openSender(program.base), integration_token)
  await expect.poll(() => load.tally.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20)
  const before = [...load.tally.acknowledged]
  await run('backup', program.data_dir, file)
  const meanwhile = load.tally.acknowledged.size - before.length
  const { wrong } = await load.end()
  expect(wrong).toEqual([])

  const restored = await prepareProgram({ SECRET_KEYS: KEYS })
  try {
    expect(await run('restore', restored.data_dir, file)).toContain('0 violations')
    await restored.start()
    await expectSoundLedgerAt(restored.migrate_url)
    const held = await rowsOf(program.migrate_url)
    const back = await rowsOf(restored.migrate_url)
    expect(before.filter((id) => !back.ids.has(id))).toEqual([])
    expect([...back.rows].filter((row) => !held.rows.has(row)).slice(0, 3)).toEqual([])
    // The whole of it works: the same till goes on selling on what came back.
    const again = sellBeside(openSender(restored.base), integration_token)
    await expect.poll(() => again.tally.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await again.end()).wrong).toEqual([])
    await expectSoundLedgerAt(restored.migrate_url)
  } finally {
    await restored.remove()
  }
  return meanwhile
}

test(
  `${TIMES} backups under load are restored equal, and their ledger is right`,
  async ({ annotate }) => {
    const meanwhile: number[] = []
    for (let turn = 0; turn < TIMES; turn += 1) meanwhile.push(await backUpAndRestore(turn))
    await annotate(
      `${TIMES} backups, so many sales while each was written: ${meanwhile.join(', ')}`,
    )
    expect(Math.min(...meanwhile), 'void: nothing was sold meanwhile').toBeGreaterThan(0)
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)

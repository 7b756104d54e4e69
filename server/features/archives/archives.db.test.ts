import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { tamper, takeArchive, unpack } from '#server/testing/archives.ts'
import { cancel, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { fileOf } from './file-place.ts'
import { verifyArchive } from './verify-archive.ts'

let t: TestIo
let shop: Shop
let path: string
const base = '/api/v1/archives'
const ENTRIES = 'data/entry.jsonl'

const problemsOf = async (file: string, expected?: string) => {
  const problems: string[] = []
  const verified = await verifyArchive(file, (problem) => problems.push(problem), expected)
  return { problems, ...verified }
}
const linesOf = (files: Map<string, string>, name: string) =>
  (files.get(name) ?? '').trimEnd().split('\n')
const setLines = (files: Map<string, string>, name: string, lines: string[]) =>
  void files.set(name, `${lines.join('\n')}\n`)

beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
  shop = await openShop(t, { program: { bonuses: { expiry_mode: 'never' } } })
  const people = [await openBuyer(t, shop), await openBuyer(t, shop), await openBuyer(t, shop)]
  for (const { phone, buyer_id } of people) {
    const { receipt_id } = await sell(shop.till, { buyer: { phone }, body: { total: 500 } })
    await giveBonuses(shop, buyer_id, 40)
    await cancel(shop.till, receipt_id, { reason: 'Повернення товару' })
    await sell(shop.till, { buyer: { phone }, body: { total: 900 } })
  }
  await sell(shop.till)
  path = await takeArchive(t, shop)
})
afterAll(() => t.close())

describe('an archive', () => {
  test('holds everything of the shop, no secret and nothing of another shop', async () => {
    const other = await openShop(t)
    const files = await unpack(path)
    expect(linesOf(files, 'data/receipt.jsonl')).toHaveLength(7)
    expect(linesOf(files, 'data/buyer.jsonl')).toHaveLength(3)
    expect(linesOf(files, 'data/organization.jsonl')).toHaveLength(1)
    expect(JSON.parse(linesOf(files, 'data/program.jsonl')[0] ?? '')).toHaveProperty('version')
    const all = [...files.values()].join('\n')
    expect(all).toContain(shop.cashier.login)
    expect(all).not.toContain(other.organization_id)
    for (const secret of ['pin_hash', 'phone_hash', 'sealed', shop.token]) {
      expect(all).not.toContain(secret)
    }
  })

  test('is proven by its file alone', async () => {
    const { problems, manifest, rows, sha256 } = await problemsOf(path)
    expect(problems).toEqual([])
    expect(manifest).toMatchObject({ organization_id: shop.organization_id })
    expect(manifest?.ledger).toMatchObject({ accounts: 3 })
    expect(manifest?.ledger.entries).toBeGreaterThanOrEqual(12)
    expect(rows).toBeGreaterThan(30)
    const { data } = await shop.owner.inject(
      'GET',
      `${base}?organization_id=${shop.organization_id}`,
    )
    expect(data.items[0]).toMatchObject({ status: 'ready', sha256, rows_done: rows })
    expect((await problemsOf(path, sha256)).problems).toEqual([])
  })

  test('a changed byte, a lacking line and swapped lines are told', async () => {
    const byte = await tamper(path, (files) => {
      files.set(ENTRIES, (files.get(ENTRIES) ?? '').replace('"amount":4000', '"amount":9000'))
    })
    const changed = (await problemsOf(byte)).problems
    expect(changed).toContainEqual(expect.stringContaining(`${ENTRIES} was changed`))
    expect(changed).toContainEqual(expect.stringContaining('balance_is_sum_of_amounts'))

    const lacking = await tamper(path, (files) => {
      setLines(files, 'data/buyer.jsonl', linesOf(files, 'data/buyer.jsonl').slice(1))
    })
    expect((await problemsOf(lacking)).problems).toContainEqual(
      'data/buyer.jsonl has 2 lines, the manifest tells of 3: 1 are missing',
    )

    const swapped = await tamper(path, (files) => {
      const [one = '', two = '', ...rest] = linesOf(files, ENTRIES)
      setLines(files, ENTRIES, [two, one, ...rest])
    })
    const found = (await problemsOf(swapped)).problems
    expect(found).toContainEqual(expect.stringContaining(`${ENTRIES} was changed`))
    expect(found).toContainEqual(expect.stringContaining('numbers_have_no_gaps'))
  })

  test('who makes the manifest fit is caught by the ledger, or by the fingerprint', async () => {
    const forge = async (change: (files: Map<string, string>) => void) =>
      (await problemsOf(await tamper(path, change, true))).problems
    const told = (text: string) => expect.stringContaining(text)

    // An amount: the hash of the entry; the reason of an entry: nothing but its hash.
    expect(
      await forge((files) => {
        files.set(ENTRIES, (files.get(ENTRIES) ?? '').replace('"gift"', '"good"'))
      }),
    ).toContainEqual(told('hash_is_of_entry'))
    // The last entry of everybody.
    expect(
      await forge((files) => setLines(files, ENTRIES, linesOf(files, ENTRIES).slice(0, -1))),
    ).toContainEqual(told('entries_are_counted'))
    // A balance.
    expect(
      await forge((files) => {
        const [first = '', ...rest] = linesOf(files, 'data/account.jsonl')
        setLines(files, 'data/account.jsonl', [
          first.replace(/"balance":\d+/, '"balance":999900'),
          ...rest,
        ])
      }),
    ).toEqual(expect.arrayContaining([told('balance_is_sum_of_lots')]))
    // A whole buyer: every sum fits, the head of the ledger does not.
    const gone = await forge((files) => {
      const { buyer_id } = JSON.parse(linesOf(files, 'data/account.jsonl')[0] ?? '')
      for (const name of ['data/account.jsonl', ENTRIES, 'data/account_day.jsonl']) {
        setLines(
          files,
          name,
          linesOf(files, name).filter((line) => !line.includes(buyer_id)),
        )
      }
    })
    expect(gone).toContainEqual(told("the ledger's head"))
    expect(gone).toContainEqual(told("the ledger's accounts"))
    // The name of a product touches no ledger: only what the cabinet showed tells.
    const renamed = await tamper(
      path,
      (files) => void files.set('data/product.jsonl', '{"name":"Чай"}\n'),
      true,
    )
    const { sha256 } = await problemsOf(path)
    expect((await problemsOf(renamed)).problems).toEqual([])
    expect((await problemsOf(renamed, sha256)).problems).toContainEqual(
      told('not the one the cabinet made'),
    )
  })

  test('a file cut off, damaged, with something added or taken away is told', async () => {
    const bytes = await readFile(path)
    const keep = async (name: string, content: Buffer) => {
      await writeFile(`${path}.${name}`, content)
      return (await problemsOf(`${path}.${name}`)).problems
    }
    expect(await keep('cut', bytes.subarray(0, bytes.length - 100))).toEqual([
      expect.stringContaining('not a whole zip archive'),
    ])
    expect(await keep('text', Buffer.from('not a zip'))).toHaveLength(1)
    const damaged = Buffer.from(bytes)
    // A byte of what is packed, past the local header.
    const name = bytes.indexOf(ENTRIES)
    const at = name + ENTRIES.length + bytes.readUInt16LE(name - 2) + 30
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    expect(await keep('damaged', damaged)).toContainEqual(
      expect.stringContaining(`${ENTRIES} is damaged`),
    )
    const added = await tamper(path, (files) => void files.set('data/more.jsonl', '{}\n'))
    expect((await problemsOf(added)).problems).toEqual([
      'data/more.jsonl was added: the manifest does not know it',
    ])
    const taken = await tamper(path, (files) => void files.delete('data/pos.jsonl'))
    expect((await problemsOf(taken)).problems).toEqual(['data/pos.jsonl is missing'])
    const bare = await tamper(path, (files) => void files.delete('manifest.json'))
    expect((await problemsOf(bare)).problems).toEqual([
      expect.stringContaining('manifest.json is missing'),
    ])
  })

  test('the command needs nothing of the server', () => {
    const run = (file: string) =>
      spawnSync(process.execPath, ['server/archive-verify.ts', file], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      })
    const sound = run(path)
    expect([sound.status, sound.stderr]).toEqual([0, ''])
    expect(sound.stdout).toContain('Nothing is wrong.')
    expect(run(`${path}.cut`).status).toBe(1)
    expect(run(`${path}.nowhere`).status).toBe(2)
  })
})

describe('who may take it', () => {
  const start = async ({ owner, organization_id } = shop) =>
    (await owner.inject('POST', base, { organization_id })).data.id
  const link = (id: string) => shop.owner.inject('POST', `${base}/${id}/link`)
  const get = (url: string) => t.app.inject({ method: 'GET', url: new URL(url).pathname })

  test('nobody but its owner, who has just proven it; the address ends, and so does the file', async () => {
    const id = await start()
    expect((await link(id)).body.code).toBe('in_use')
    const again = await shop.owner.inject('POST', base, { organization_id: shop.organization_id })
    expect(again.body.code).toBe('in_use')
    await t.runJobs()
    const stranger = await signUpOwner(t)
    expect((await stranger.inject('POST', `${base}/${id}/link`)).status).toBe(404)
    expect((await stranger.inject('DELETE', `${base}/${id}`)).status).toBe(404)
    const { url } = (await link(id)).data
    expect((await get(url)).statusCode).toBe(200)
    expect((await get(`${url}x`)).statusCode).toBe(404)
    t.clock.advance(10 * 60_000 + 1)
    expect((await get(url)).statusCode).toBe(404)
    expect((await link(id)).body.code).toBe('verification_required')
    const { password } = shop.owner
    await shop.owner.inject('POST', '/api/v1/user/verify', { password })
    expect((await link(id)).status).toBe(200)
    const file = fileOf(t.io.config, { organization_id: shop.organization_id, id })
    expect(existsSync(file)).toBe(true)
    const { rows } = await t.io.pool.query(
      `select act from audit_act where organization_id = $1 and act like 'archive_%'`,
      [shop.organization_id],
    )
    expect(rows.filter(({ act }) => act === 'archive_taken').length).toBeGreaterThanOrEqual(2)

    t.clock.advance(3 * 24 * 3_600_000)
    await t.io.jobs.send('archives.drop_over', {})
    await t.runJobs()
    expect(existsSync(file)).toBe(false)
  })

  test('a new one takes the place of the last, and one may be deleted at once', async () => {
    const own = await openShop(t)
    const one = await start(own)
    await t.runJobs()
    const two = await start(own)
    await t.runJobs()
    const place = (id: string) => fileOf(t.io.config, { organization_id: own.organization_id, id })
    expect([existsSync(place(one)), existsSync(place(two))]).toEqual([false, true])
    expect((await own.owner.inject('DELETE', `${base}/${two}`)).status).toBe(204)
    expect(existsSync(place(two))).toBe(false)
  })
})

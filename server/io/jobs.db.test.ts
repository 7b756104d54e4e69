import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { installJobs, job, type JobRunner } from './jobs.ts'

let t: TestIo

beforeAll(async () => {
  t = await openTestIo()
})
afterAll(async () => {
  await t.close()
})

const nightly = (name: string, cron: string) =>
  job({ name, payload: z.object({}), cron, async handle() {} })

/** What the database holds of the job that neither start changes, the row's version with it. */
const kept = <Row extends { name: string }>(rows: readonly Row[]) =>
  rows.find(({ name }) => name === 'test.kept')

async function queues() {
  const { rows } = await sql<{ name: string; retries: number; written: string }>`
    select name, retry_limit as retries, xmin::text as written from pgboss.queue
    where name in ('test.kept', 'test.changed', 'test.new') order by name`.execute(t.io.db)
  return rows
}

async function cronLines() {
  const { rows } = await sql<{ name: string; cron: string; written: string }>`
    select name, cron, xmin::text as written from pgboss.schedule
    where name in ('test.kept', 'test.changed', 'test.new') order by name`.execute(t.io.db)
  return rows
}

test('a start writes the queues and cron lines that are new or differ, and no others', async () => {
  const before = [nightly('test.kept', '1 2 * * *'), nightly('test.changed', '2 3 * * *')]
  await installJobs(t.owner_url, 'verta_app', async () => ({ jobs: before }))
  await (t.io.jobs as JobRunner).work(before)
  await sql`update pgboss.queue set retry_limit = 3 where name = 'test.changed'`.execute(t.io.db)
  const queue_before = kept(await queues())
  const line_before = kept(await cronLines())

  const now = [
    nightly('test.kept', '1 2 * * *'),
    nightly('test.changed', '5 6 * * *'),
    nightly('test.new', '3 4 * * *'),
  ]
  await installJobs(t.owner_url, 'verta_app', async () => ({ jobs: now }))
  await (t.io.jobs as JobRunner).work(now)

  expect((await queues()).map(({ name, retries }) => [name, retries])).toEqual([
    ['test.changed', 10],
    ['test.kept', 10],
    ['test.new', 10],
  ])
  expect(kept(await queues())).toEqual(queue_before)
  expect((await cronLines()).map(({ name, cron }) => [name, cron])).toEqual([
    ['test.changed', '5 6 * * *'],
    ['test.kept', '1 2 * * *'],
    ['test.new', '3 4 * * *'],
  ])
  expect(kept(await cronLines())).toEqual(line_before)
})

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { allJobs, openApp } from '#server/app.ts'
import { relayAnnouncements } from '#server/features/ledger/relay-announcements.ts'
import type { Io } from '#server/io/io.ts'
import { openLog } from '#server/io/log.ts'
import type { Letter } from '#server/io/mail/mail.ts'
import { openIo } from '#server/open-io.ts'
import { testConfig } from './test-config.ts'

export type TestIo = {
  io: Io
  app: FastifyInstance
  /** The clock everything sees; it stands still until it is set or advanced. */
  clock: { set(moment: Date | string): void; advance(ms: number): void; now(): Date }
  /** Every letter sent so far, oldest first. */
  mails: Letter[]
  /** The schema owner's connection string, for tests that must corrupt or inspect. */
  owner_url: string
  /** Runs all waiting jobs; answers how many ran. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

const MORNING = '2026-11-21T08:00:00.000Z'

/**
 * A program of its own on a clone of the migrated database: real PostgreSQL, real routes, a clock
 * that the test holds and a mailbox that the test reads.
 */
export async function openTestIo(
  options: {
    config?: Record<string, string>
    pool?: number
    /** Takes each line of the log, of every level. */
    hear?: (line: string) => void
  } = {},
): Promise<TestIo> {
  const socket_dir = inject('socket_dir')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(socket_dir, `create database ${database} template verta strategy file_copy`)
  const host = encodeURIComponent(socket_dir)
  const config = testConfig({ DATABASE_POOL: String(options.pool ?? 8), ...options.config })
  let now = new Date(MORNING)
  const clock = {
    now: () => new Date(now),
    set: (moment: Date | string) => void (now = new Date(moment)),
    advance: (ms: number) => void (now = new Date(now.getTime() + ms)),
  }
  const mails: Letter[] = []
  const io = await openIo(config, {
    url: `postgres://verta_app@/${database}?host=${host}`,
    supervise_jobs: false,
    clock,
    ...(options.hear && { log: openLog('debug', { write: options.hear }) }),
    mail: { send: async (letter) => void mails.push(letter) },
  })
  const app = openApp(io)
  await app.ready()
  return {
    io,
    app,
    clock,
    mails,
    owner_url: `postgres://verta_owner@/${database}?host=${host}`,
    async runJobs() {
      const jobs = allJobs(io)
      const names = jobs.map(({ name }) => name)
      let ran = 0
      // A job may announce a fact that is another's job.
      do ran += await io.jobs.drain(jobs)
      while ((await relayAnnouncements(io, names)) > 0)
      return ran
    },
    async close() {
      await app.close()
      await io.close()
      await onServer(socket_dir, `drop database ${database} with (force)`)
      await rm(config.DATA_DIR, { recursive: true, force: true })
    },
  }
}

async function onServer(socket_dir: string, statement: string): Promise<void> {
  const client = new pg.Client({ host: socket_dir, user: 'verta_owner', database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

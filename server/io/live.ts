/**
 * News between processes: `tell` sends a topic with a transaction, `hear` is called in every process
 * that listens for it. It is LISTEN and NOTIFY of PostgreSQL, over one connection a process, opened
 * when somebody first listens. News may be missed while that connection is made anew, so whoever
 * hears also looks by itself now and then; after a new connection everybody is called once.
 */
import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Tx } from './db.ts'
import type { Log } from './log.ts'

export type Live = {
  /** Calls `on` after each news of `topic`; answers how to stop. */
  hear(topic: string, on: () => void): () => void
  /** Tells of `topic` when `tx` commits. */
  tell(tx: Tx | Db, topic: string): Promise<void>
}

const CHANNEL = 'live'
const AGAIN_MS = 500

export function openLive(url: string, log: Log): Live & { close(): Promise<void> } {
  const listeners = new Map<string, Set<() => void>>()
  const line = openLine(url, log, {
    wanted: () => listeners.size > 0,
    // What was told before the connection stood was heard by nobody here.
    onOpen: () => listeners.forEach((all) => all.forEach((on) => on())),
    onNews: (topic) => listeners.get(topic)?.forEach((on) => on()),
  })
  return {
    hear(topic, on) {
      const all = listeners.get(topic) ?? new Set()
      all.add(on)
      listeners.set(topic, all)
      line.open()
      return () => {
        all.delete(on)
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic)
      }
    },
    async tell(tx, topic) {
      await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(tx)
    },
    close: () => line.close(),
  }
}

type Heard = { wanted(): boolean; onOpen(): void; onNews(topic: string): void }

/** The one connection: opened when wanted, and again whenever it is lost. */
function openLine(url: string, log: Log, heard: Heard) {
  let state: 'down' | 'opening' | 'up' | 'closed' = 'down'
  let client: pg.Client | undefined
  const lost = (which: pg.Client) => {
    if (which !== client || state === 'closed') return
    client = undefined
    state = 'down'
    void which.end().catch(() => {})
    setTimeout(() => heard.wanted() && open(), AGAIN_MS).unref()
  }
  const open = () => {
    if (state !== 'down') return
    state = 'opening'
    const fresh = newClient(url)
    client = fresh
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => heard.onNews(payload ?? ''))
    const listening = async () => {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      if (client !== fresh || state !== 'opening') return
      state = 'up'
      heard.onOpen()
    }
    listening().catch((error: unknown) => {
      log.warn({ err: error }, 'news of other processes cannot be heard; trying again')
      lost(fresh)
    })
  }
  return {
    open,
    async close() {
      state = 'closed'
      await client?.end().catch(() => {})
    },
  }
}

const newClient = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'verta-live',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })

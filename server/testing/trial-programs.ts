/**
 * Several real programs, each in a process of its own, on one database that the test sees too: what
 * keeps two processes apart is the database alone, so races are run between processes.
 */
import { openSender, remoteInject, type Inject, type Sender } from './trial-http.ts'
import type { Browser } from './identity.ts'
import { openTestIo, type TestIo } from './open-test-io.ts'
import { prepareProgram, type Program } from './program.ts'
import type { Shop, Till } from './shop.ts'

export type Programs = {
  /** Our own io on the same database, for preparing; its clock is set by `now`. */
  t: TestIo
  programs: Program[]
  /** Does the jobs, where it was asked for. */
  worker: Program | undefined
  senders: Sender[]
  /** The till, calling the programs in turn. */
  remoteTill(till: Till): Till
  /** The owner's browser as it is signed in now, calling the programs in turn. */
  remoteOwner(browser: Pick<Browser, 'cookies'>): Inject
  /** Brings our clock to the programs' time. */
  now(): void
  close(): Promise<void>
}

/** `worker`: one more program, which serves nobody and does the jobs; without it nobody does. */
export async function openPrograms(
  count: number,
  options: { worker?: boolean; environment?: Record<string, string> } = {},
): Promise<Programs> {
  const t = await openTestIo({ pool: 8 })
  // A host is named only because a URL must have one; the socket's folder is what counts.
  const owner_url = t.owner_url.replace('@/', '@localhost/')
  const environment = {
    DATABASE_URL: owner_url.replace('verta_owner', 'verta_app'),
    DATABASE_MIGRATE_URL: owner_url,
    // The keys of test-config.ts: codes and tokens of one are known to all.
    SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ...options.environment,
  }
  const programs = await Promise.all(
    Array.from({ length: count }, () => prepareProgram({ ...environment, WORK: 'false' })),
  )
  const worker =
    options.worker === true ? await prepareProgram({ ...environment, SERVE: 'false' }) : undefined
  // At once, as a service that is rolled out: each looks whether there is something to migrate.
  await Promise.all([...programs, ...(worker ? [worker] : [])].map((program) => program.start()))
  const senders = programs.map(({ base }) => openSender(base))
  const now = () => t.clock.set(new Date())
  now()
  return {
    t,
    programs,
    worker,
    senders,
    now,
    remoteTill: (till) => ({
      ...till,
      inject: remoteInject(senders, { authorization: `Bearer ${till.token}` }),
    }),
    remoteOwner: (browser) => remoteInject(senders, { cookie: browser.cookies() }),
    async close() {
      await Promise.all([...programs, ...(worker ? [worker] : [])].map((each) => each.remove()))
      await t.close()
    },
  }
}

/** An integration of the shop's first point of sale: its limits are a program's, not a person's. */
export async function addIntegration(
  shop: Shop,
  inject: (token: string) => Till['inject'],
): Promise<Till> {
  const answer = await shop.owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
    pos_ids: [shop.pos_id],
    name: 'Каса',
    role: 'integration',
  })
  if (answer.status !== 201) throw new Error(`an integration: ${JSON.stringify(answer.body)}`)
  const { user, token } = answer.data
  return { user, pin: '', token, inject: inject(token) }
}

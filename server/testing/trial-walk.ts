/** A program, messengers that answer, a shop with one of everything: any operation is sent as who it is for. */
import type { Browser } from './identity.ts'
import { readOperations, type Operation } from './operations.ts'
import { openTestIo, type TestIo } from './open-test-io.ts'
import { openTelegramStandIn, type TelegramStandIn } from './telegram-stand-in.ts'
import { ADMINISTRATOR, openAdministrator, openWorld, type World } from './trial-world.ts'
import { openViberStandIn } from './viber-stand-in.ts'

export type Reply = { status: number; text: string; type: string; ms: number }
type Request = {
  path: string
  body?: string | Buffer | object | undefined
  headers?: Record<string, string>
}

export type Walk<Document = unknown> = {
  t: TestIo
  telegram: TelegramStandIn
  operations: Operation<Document>[]
  /** The shop that is walked; `renew` makes another, for some requests end what they need. */
  world: World
  administrator: Browser
  renew(): Promise<World>
  send(operation: Pick<Operation, 'method' | 'path' | 'access'>, request: Request): Promise<Reply>
  close(): Promise<void>
}

/** What must not be read in an answer: our files, our SQL, a stack. */
export const tellsOfInside =
  /\bat \S+ \(|\.(ts|js):\d+|node_modules|\/server\/|select .+ from |insert into |update \w+ set |violates|constraint|relation "|column "|syntax error|invalid byte|ECONN|ENOENT|undefined is not|Cannot read prop|is not a function|ZodError|kysely|pg-boss/i

const HOUR_AND_MORE = 61 * 60_000

export async function openWalk<Document = unknown>(
  options: Pick<NonNullable<Parameters<typeof openTestIo>[0]>, 'hear'> = {},
): Promise<Walk<Document>> {
  // Messengers that answer: one that is away would be a fault of ours here.
  const telegram = await openTelegramStandIn()
  const viber = await openViberStandIn({ carry: async () => ({ status: 200, body: '' }) })
  const t = await openTestIo({
    ...options,
    config: {
      PLATFORM_ADMIN_EMAILS: ADMINISTRATOR,
      TELEGRAM_API_URL: telegram.url,
      VIBER_API_URL: viber.url,
    },
  })
  const walk: Walk<Document> = {
    t,
    telegram,
    administrator: await openAdministrator(t),
    world: await openWorld(t),
    operations: readOperations<Document>(t.io),
    async renew() {
      walk.world = await openWorld(t)
      return walk.world
    },
    async send(operation, { path, body, headers }) {
      // Limits by the minute are not what is tried here.
      t.clock.advance(HOUR_AND_MORE)
      const started = performance.now()
      const answer = await t.app.inject({
        method: operation.method,
        url: path,
        headers: { 'sec-fetch-site': 'same-origin', ...credentials(walk, operation), ...headers },
        ...(body !== undefined && { payload: body }),
      })
      return {
        status: answer.statusCode,
        text: answer.body,
        type: answer.headers['content-type'] ?? '',
        ms: performance.now() - started,
      }
    },
    async close() {
      await t.close()
      await telegram.close()
      await viber.close()
    },
  }
  return walk
}

function credentials(
  { world, administrator }: Pick<Walk, 'world' | 'administrator'>,
  { access, path }: Pick<Operation, 'access' | 'path'>,
): Record<string, string> {
  if (access === 'cashier') return { authorization: `Bearer ${world.till.token}` }
  if (access === 'anyone' && !path.endsWith('/refresh')) return {}
  const browser = access === 'platform_administrator' ? administrator : world.owner
  return { cookie: browser.cookies() }
}

import type { FastifyInstance } from 'fastify'
import type { Io } from '#server/io/io.ts'
import { openCaller } from './caller.ts'
import type { DemoSale } from './demo-sales.ts'
import { sellDemo } from './sell-demo.ts'

export const DEMO_DAYS = 90
const DAY_MS = 24 * 3600 * 1000

/** The ninety days of a demo shop that was opened then. */
export const demoPeriod = (opened_at: Date) => ({
  from: opened_at,
  to: new Date(opened_at.getTime() + DEMO_DAYS * DAY_MS),
})

/** `openApp` of `app.ts`: given, because `app.ts` itself lists the demo's routes. */
export type OpenApp = (io: Io) => FastifyInstance

/**
 * Makes the sales in `lanes` at once. One buyer's follow each other in time; different buyers' need
 * not wait for each other. What an interrupted run made already is left as it is.
 */
export async function sellDemoShop(
  real: Io,
  openApp: OpenApp,
  token: string,
  sales: DemoSale[],
  lanes: number,
): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_none, lane) => {
      let present = real.clock.now()
      const app = openApp({ ...real, clock: { now: () => new Date(present) } })
      try {
        const till = openCaller(app, { authorization: `Bearer ${token}` })
        const own = sales.filter((sale) => sale.lane % lanes === lane)
        await sellDemo(till, own, (moment) => (present = moment))
      } finally {
        await app.close()
      }
    }),
  )
}

import * as endpoints from '#contract/demo.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { openDemo, readDemo } from './open-demo.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.openDemo, async (_ask, call) => openDemo(io, await requireOwner(io, call))),
    route(endpoints.getDemo, async (_ask, call) => ({
      demo: await readDemo(io, await requireOwner(io, call)),
    })),
  ]
}

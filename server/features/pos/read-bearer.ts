import type { Call } from '#server/io/http.ts'

/** The token of `Authorization: Bearer …`, if there is one. */
export function readBearer(call: Call): string | undefined {
  return /^Bearer ([\w~+/.-]+=*)$/i.exec(call.header('authorization') ?? '')?.[1]
}

import type { Deprecation } from '#contract/endpoint.ts'
import { DEVELOPERS_PATH } from '#contract/site.ts'

const RULE = `${DEVELOPERS_PATH}#versions`
const SECOND_MS = 1000

/** What every answer of a call that goes says of it: RFC 9745, RFC 8594. */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / SECOND_MS}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${RULE}>; rel="deprecation"; type="text/html", <${RULE}>; rel="sunset"; type="text/html"`,
  }
}

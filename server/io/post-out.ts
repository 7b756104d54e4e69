/** One POST to an address that somebody else chose: nothing of our own network can be reached. */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type PostProblem = 'status' | 'redirect' | 'timeout' | 'unreachable' | 'private_address'
export type PostOutcome = {
  /** Null: it was taken. */
  problem: PostProblem | null
  answer_status: number | null
  excerpt: string | null
}
export type PostOptions = {
  /** Private addresses and plain HTTP are allowed: for tests and for who knows their network. */
  private_allowed: boolean
  timeout_ms: number
  /** Finds the addresses of a name; the system's way when not told. */
  resolve?: (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void
}

const EXCERPT_BYTES = 300

class PrivateAddress extends Error {}

const systemResolve: NonNullable<PostOptions['resolve']> = (host, done) =>
  resolve(host, { all: true }, done)

/** Whether an address may be posted to at all, before anything is resolved. */
export function isPostable(text: string, private_allowed: boolean): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const { protocol, username, password, hash } = url
  if (username !== '' || password !== '' || hash !== '') return false
  if (private_allowed) return protocol === 'https:' || protocol === 'http:'
  const host = hostOf(url)
  if (protocol !== 'https:' || host === '') return false
  return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Resolves once, refuses unless every address is public, and connects to what was checked, so that
 * a name which answers otherwise a moment later changes nothing. Redirects are not followed, and
 * of the answer only its beginning is kept. Never throws.
 */
export function postOut(
  target: string,
  headers: Record<string, string>,
  body: string,
  options: PostOptions,
): Promise<PostOutcome> {
  const failed = (problem: PostProblem): PostOutcome => ({
    ...{ problem, answer_status: null, excerpt: null },
  })
  if (!isPostable(target, options.private_allowed)) {
    return Promise.resolve(failed('private_address'))
  }
  const url = new URL(target)
  const bytes = Buffer.from(body)
  const signal = AbortSignal.timeout(options.timeout_ms)
  return new Promise((done) => {
    const request = (url.protocol === 'https:' ? secure : plain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(bytes.length) },
      // A socket of its own: one kept alive was checked for another moment.
      agent: false,
      lookup: checkedLookup(options),
      signal,
    })
    request.on('error', (error) => {
      const cause = signal.aborted ? 'timeout' : 'unreachable'
      done(failed(error instanceof PrivateAddress ? 'private_address' : cause))
    })
    request.on('response', (response) => {
      const answer_status = response.statusCode ?? 0
      const parts: Buffer[] = []
      let size = 0
      const finish = (whole: boolean) => {
        const problem = whole
          ? problemOf(answer_status)
          : signal.aborted
            ? 'timeout'
            : 'unreachable'
        done({ problem, answer_status, excerpt: excerptOf(parts) })
        response.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size >= EXCERPT_BYTES) finish(true)
      })
      response.on('end', () => finish(response.complete))
      response.on('error', () => finish(false))
      response.on('aborted', () => finish(false))
    })
    request.end(bytes)
  })
}

function problemOf(status: number): PostProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function excerptOf(parts: Buffer[]): string | null {
  const text = Buffer.concat(parts).subarray(0, EXCERPT_BYTES).toString('utf8')
  // Neither the database nor a page has a use for control characters.
  // oxlint-disable-next-line no-control-regex
  const clean = text.replaceAll(/[\u0000-\u001f\u007f\ufffd]+/g, ' ').trim()
  return clean === '' ? null : clean
}

function checkedLookup({ private_allowed, resolve: find = systemResolve }: PostOptions) {
  const lookup: LookupFunction = (host, { all }, done) =>
    find(host, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error('no address'), '', 0)
      const allowed = private_allowed || found.every(({ address }) => isPublicAddress(address))
      if (!allowed) return done(new PrivateAddress('not a public address'), '', 0)
      return all === true ? done(null, found) : done(null, first.address, first.family)
    })
  return lookup
}

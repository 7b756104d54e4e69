/**
 * Calls programs in other processes the way tests call ours: the same `inject`, over connections
 * that are kept. Several programs on one database are asked in turn.
 */
import { Agent, request } from 'node:http'
import type { Answer } from './identity.ts'

/** An answer as it came, and how long it took. */
export type Reply = Answer & { text: string; ms: number }

export type Sender = (
  method: string,
  path: string,
  options?: { body?: string | Buffer; headers?: Record<string, string>; timeout_ms?: number },
) => Promise<Reply>

/** Sends bytes as they are; rejects when the connection breaks or the time is over. */
export function openSender(base: string, options: { keep?: boolean } = {}): Sender {
  const agent = new Agent({ keepAlive: options.keep ?? true, maxSockets: 128 })
  const { hostname, port } = new URL(base)
  return (method, path, { body, headers = {}, timeout_ms = 35_000 } = {}) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asked = request({
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...length, ...headers },
        signal: AbortSignal.timeout(timeout_ms),
      })
      asked.on('error', reject)
      asked.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('error', reject)
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const parsed = parse(text)
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: parsed,
            data: parsed?.data,
            text,
            ms: performance.now() - started,
          })
        })
      })
      asked.end(body)
    })
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type Inject = (
  method: string,
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Reply>

/** `inject` of a till or a browser, over HTTP; `always` goes with every call. */
export function remoteInject(senders: readonly Sender[], always: Record<string, string>): Inject {
  let turn = 0
  return (method, url, body, headers) => {
    const send = senders[turn++ % senders.length]
    if (!send) throw new Error('no program to call')
    return send(method, url, {
      headers: {
        'sec-fetch-site': 'same-origin',
        ...always,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Person = { id: string; email?: string; first_name: string; last_name: string }
type Code = { redirect_uri: string; challenge: string; person: Person }

const APP = { client_id: '1234567890', client_secret: '0123456789abcdef0123456789abcdef' }

/**
 * A stand-in for Facebook's dialog and Graph API. It refuses what the real one refuses: a wrong
 * app or secret, a code that is unknown, used or meant for another redirect, a verifier that does
 * not fit, a call without proof of the secret.
 */
export async function openFacebookStandIn() {
  let person: Person = { id: '0', first_name: '', last_name: '' }
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Person>()
  const seen: string[] = []

  function exchange(query: URLSearchParams): object | undefined {
    const code = codes.get(query.get('code') ?? '')
    codes.delete(query.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(query.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      query.get('client_id') !== APP.client_id ||
      query.get('client_secret') !== APP.client_secret
    )
      return
    if (!code || code.redirect_uri !== query.get('redirect_uri') || code.challenge !== challenge)
      return
    const access_token = randomBytes(24).toString('base64url')
    tokens.set(access_token, code.person)
    return { access_token, token_type: 'bearer', expires_in: 5_183_944 }
  }

  function me(query: URLSearchParams): object | undefined {
    const token = query.get('access_token') ?? ''
    const proof = createHmac('sha256', APP.client_secret).update(token).digest('hex')
    const found = tokens.get(token)
    if (!found || query.get('appsecret_proof') !== proof) return
    // Only the fields asked for, as the Graph API does; the id always.
    const asked = new Set([...(query.get('fields') ?? '').split(','), 'id'])
    return Object.fromEntries(Object.entries(found).filter(([name]) => asked.has(name)))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://graph')
    seen.push(pathname)
    const body =
      pathname === '/oauth/access_token'
        ? exchange(searchParams)
        : pathname === '/me'
          ? me(searchParams)
          : undefined
    response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        body ?? { error: { type: 'OAuthException', code: 100, message: 'Invalid request' } },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    settings: {
      FACEBOOK_CLIENT_ID: APP.client_id,
      FACEBOOK_CLIENT_SECRET: APP.client_secret,
      FACEBOOK_DIALOG_URL: `${url}/dialog/oauth`,
      FACEBOOK_GRAPH_URL: url,
    },
    seen,
    become: (next: Person) => void (person = next),
    /** The dialog, where the person agrees: answers where the browser comes back. */
    authorize(address: string): URL {
      const query = new URL(address).searchParams
      if (query.get('client_id') !== APP.client_id || query.get('response_type') !== 'code') {
        throw new Error('the dialog refuses')
      }
      const code = randomBytes(24).toString('base64url')
      const redirect_uri = query.get('redirect_uri') ?? ''
      codes.set(code, { redirect_uri, challenge: query.get('code_challenge') ?? '', person })
      const back = new URL(redirect_uri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return back
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

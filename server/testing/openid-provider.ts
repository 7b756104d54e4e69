import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type Person = {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
}

const CLIENT = { client_id: 'verta', client_secret: 'a secret of at least thirty-two letters' }

/**
 * A real OpenID provider on this machine (certified `oidc-provider`), where whoever `person` is
 * has signed in and agreed. `authorize` walks the browser's part: from our URL to the redirect
 * back with its code.
 */
export async function openOpenIdProvider(redirect_uri: string) {
  let person: Person = { sub: '0', email: '', email_verified: false }
  let handle: ReturnType<Provider['callback']> = (_request, response) => void response.end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirect_uri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // As Google does: the claims stand in the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...person, sub }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the test'] },
    ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 60, AccessToken: 60 },
  })
  const callback = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response)
    void agree(provider, () => person.sub, request, response)
  }
  return {
    issuer,
    settings: {
      GOOGLE_ISSUER_URL: issuer,
      GOOGLE_CLIENT_ID: CLIENT.client_id,
      GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    },
    become: (next: Person) => void (person = next),
    /** Follows the provider's redirects as a browser would; answers where it comes back. */
    async authorize(url: string): Promise<URL> {
      const cookies = new Map<string, string>()
      let next = new URL(url)
      for (let step = 0; step < 10; step += 1) {
        if (next.origin !== issuer) return next
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null)
          throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
        next = new URL(location, next)
      }
      throw new Error('the provider redirects without end')
    },
    close: () => close(server),
  }
}

type Agreeing = {
  interactionDetails(
    request: unknown,
    response: unknown,
  ): Promise<{ params: { client_id: string } }>
  interactionFinished(request: unknown, response: unknown, result: object): Promise<void>
  Grant: new (grant: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
}

/** Signs the person in and agrees to all scopes, which a page would ask a person to do. */
async function agree(
  provider: unknown,
  subject: () => string,
  request: unknown,
  response: unknown,
) {
  const agreeing = provider as Agreeing
  const { params } = await agreeing.interactionDetails(request, response)
  const grant = new agreeing.Grant({ accountId: subject(), clientId: params.client_id })
  grant.addOIDCScope('openid email profile')
  const result = { login: { accountId: subject() }, consent: { grantId: await grant.save() } }
  await agreeing.interactionFinished(request, response, result)
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

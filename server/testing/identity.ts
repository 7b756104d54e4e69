import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { User } from '#contract/user.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** What a call answered: the status, the parsed body, and `data` of it. */
export type Answer = {
  status: number
  // A test looks into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export type Browser = {
  /** The Cookie header as it stands now. */
  cookies(): string
  cookie(name: string): string | undefined
  setCookie(name: string, value: string): void
  /** Another browser that was given a copy of the cookies as they stand now. */
  copy(): Browser
  inject(
    method: Method,
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** An address nobody else in the tests has, so that limits by address do not meet. */
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/**
 * A browser that keeps its cookies and calls from its own page. `at` is its address; the default
 * is the own machine, which is not limited outside production.
 */
export function openBrowser(
  t: { app: FastifyInstance },
  options: { cookies?: Map<string, string>; at?: string } = {},
): Browser {
  const jar = new Map(options.cookies)
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }
  return {
    cookies,
    cookie: (name) => jar.get(name),
    setCookie: (name, value) => void jar.set(name, value),
    copy: () => openBrowser(t, { ...options, cookies: jar }),
    async inject(method, url, body, headers = {}) {
      const response = await t.app.inject({
        method,
        url,
        remoteAddress: options.at ?? '127.0.0.1',
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(jar.size > 0 && { cookie: cookies() }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
      })
      const set = response.headers['set-cookie'] ?? []
      keep(Array.isArray(set) ? set : [set])
      const json = /json/.test(String(response.headers['content-type'])) && response.body !== ''
      const parsed = json ? JSON.parse(response.body) : response.body
      return {
        status: response.statusCode,
        body: parsed,
        data: parsed?.data,
        headers: response.headers,
      }
    },
  }
}

export const PASSWORD = 'Двадцять три яблука'

/**
 * Signs up an owner through the real call and answers the account and its browser.
 * `at: 'elsewhere'` gives the browser an address of its own, where limits by address hold.
 */
export async function signUpOwner(
  t: { app: FastifyInstance },
  options: { email?: string; first_name?: string; at?: string } = {},
): Promise<Browser & { user: User; email: string; password: string }> {
  const email = options.email ?? `owner-${randomBytes(5).toString('hex')}@verta.test`
  const at = options.at === 'elsewhere' ? newAddress() : options.at
  const browser = openBrowser(t, at === undefined ? {} : { at })
  const body = {
    email,
    password: PASSWORD,
    first_name: options.first_name ?? 'Олена',
    accept_terms: true,
  }
  const { status, data, body: answer } = await browser.inject('POST', '/api/v1/user/signup', body)
  if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(answer)}`)
  return { ...browser, user: data.user, email, password: PASSWORD }
}

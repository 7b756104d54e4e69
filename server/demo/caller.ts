import type { FastifyInstance } from 'fastify'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Calls the program's own API inside this process, as a page or a till would. */
export function openCaller(app: FastifyInstance, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  return async <Data>(method: Method, url: string, body?: object): Promise<Data> => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    if (answer.statusCode >= 300) {
      throw new Error(
        `demo: ${method} ${url.split('?')[0]} answered ${answer.statusCode}: ${answer.body}`,
      )
    }
    return (answer.body === '' ? undefined : answer.json<{ data: Data }>().data) as Data
  }
}

export type Caller = ReturnType<typeof openCaller>

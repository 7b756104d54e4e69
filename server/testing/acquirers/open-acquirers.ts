import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { move, type StandIn } from './acquirer.ts'
import { LIQPAY_KEYS, openLiqPayStandIn } from './liqpay.ts'
import { MONOBANK_TOKEN, openMonobankStandIn } from './monobank.ts'
import { openWayForPayStandIn, WAYFORPAY_KEYS } from './wayforpay.ts'

export type AcquirerName = 'monobank' | 'liqpay' | 'wayforpay'

/**
 * The three acquirers on one local port, with pages where a person pays or is declined. `config`
 * points the program at them. `silent` makes all of them answer 503.
 */
export async function openAcquirers(options: { liqpay?: 'sha1' | 'sha3-256' } = {}) {
  const algorithm = options.liqpay ?? 'sha3-256'
  const all: Record<AcquirerName, StandIn> = {
    monobank: openMonobankStandIn(),
    liqpay: openLiqPayStandIn(algorithm),
    wayforpay: openWayForPayStandIn(),
  }
  const state = { silent: false }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://acquirers')
    const [, name = '', ...rest] = url.pathname.split('/')
    const standIn = all[name as AcquirerName] as StandIn | undefined
    const body = await readText(request)
    if (!standIn || state.silent) return void response.writeHead(503).end()
    if (rest[0] === 'act') return act(standIn, new URLSearchParams(body), response, name)
    const { method = 'GET', headers } = request
    const ask = { method, path: `/${rest.join('/')}`, query: url.searchParams, headers, body }
    const answer = standIn.answer(ask) ?? { status: 404, json: {} }
    if (answer.page_of === undefined) {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(answer.json))
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageFor(name, answer.page_of))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ...all,
    state,
    config: {
      MONOBANK_TOKEN,
      MONOBANK_URL: `${origin}/monobank`,
      LIQPAY_PUBLIC_KEY: LIQPAY_KEYS.public_key,
      LIQPAY_PRIVATE_KEY: LIQPAY_KEYS.private_key,
      LIQPAY_SIGNATURE: algorithm,
      LIQPAY_URL: `${origin}/liqpay`,
      WAYFORPAY_MERCHANT: WAYFORPAY_KEYS.merchant,
      WAYFORPAY_SECRET: WAYFORPAY_KEYS.secret,
      WAYFORPAY_URL: `${origin}/wayforpay`,
      WAYFORPAY_API_URL: `${origin}/wayforpay`,
    },
    /** Opens the page a payer is sent to; LiqPay learns of an order by this alone. */
    async visit(page_url: string): Promise<void> {
      const { status } = await fetch(page_url)
      if (status !== 200) throw new Error(`the page answered ${status}`)
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A page with two buttons, in place of a card form. */
function pageFor(name: string, order_id: string): string {
  const button = (act: string, title: string) =>
    `<form method="post" action="/${name}/act"><input type="hidden" name="order" value="${order_id}"><button name="act" value="${act}">${title}</button></form>`
  return `<!doctype html><html lang="uk"><title>${name}</title><h1>${name}</h1>${button('paid', 'Сплатити')}${button('failed', 'Відхилити')}</html>`
}

/** Pays, tells by a callback, and sends the person back, by a POST where the real one does. */
async function act(
  standIn: StandIn,
  form: URLSearchParams,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const order = standIn.orders.get(form.get('order') ?? '')
  if (!order) return void response.writeHead(404).end()
  move(order, standIn.words[form.get('act') === 'paid' ? 'paid' : 'failed'])
  const { headers, body } = standIn.callback(order.order_id)
  await fetch(order.callback_url, { method: 'POST', headers, body }).catch(() => undefined)
  if (name !== 'wayforpay')
    return void response.writeHead(303, { location: order.return_url }).end()
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    `<form method="post" action="${order.return_url}"></form><script>document.forms[0].submit()</script>`,
  )
}

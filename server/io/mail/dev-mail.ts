import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { html, type Markup as Html } from './html.ts'
import { openInbox, type KeptLetter } from './inbox.ts'

const styles = html`body{margin:0 auto;max-width:760px;padding:32px
16px;background:#fcfbf8;color:#25241f;font:16px/1.5
system-ui,sans-serif}a{color:#116a59}h1{font-size:24px}li{margin:0 0
14px}small{color:#6c6a63}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px
solid #dfded8;border-radius:10px;padding:16px;font:inherit}iframe{width:100%;height:640px;border:1px
solid #dfded8;border-radius:10px;background:#fff}`

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`.text
}

function listPage(letters: KeptLetter[]): string {
  const items = letters.map(
    (letter) =>
      html`<li>
        <a href="/dev/mail/${letter.id}">${letter.subject}</a><br /><small
          >${letter.to} · <time datetime="${letter.sent_at}">${letter.sent_at}</time></small
        >
      </li>`,
  )
  const empty = html`<p>No mail yet.</p>`
  return page(
    'Development mail',
    html`<h1>Development mail</h1>
      ${
        items.length === 0
          ? empty
          : html`<ul>
              ${items}
            </ul>`
      }`,
  )
}

/** Plain text whose links can be clicked. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function letterPage(letter: KeptLetter): string {
  return page(
    letter.subject,
    html`<p><a href="/dev/mail">← Development mail</a></p>
      <h1>${letter.subject}</h1>
      <p><small>${letter.to} · ${letter.sent_at}</small></p>
      <pre>${linked(letter.text)}</pre>
      <iframe
        title="HTML part"
        sandbox="allow-popups allow-top-navigation-by-user-activation"
        src="/dev/mail/${letter.id}.html"
      ></iframe>`,
  )
}

function answer(reply: FastifyReply, body: string | undefined): FastifyReply {
  // Mail is content of others even here: nothing of it may run or load anything.
  void reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
  return body === undefined
    ? reply.code(404).send(page('Not found', html`<h1>No such letter</h1>`))
    : reply.send(body)
}

/**
 * Serves the development inbox: `/dev/mail`, `/dev/mail/{id}`, and `/dev/mail.json` for tests.
 * Does nothing in production or when real mail is sent, so that the paths answer 404 there.
 */
export function serveDevMail(app: FastifyInstance, config: Config, clock: Clock): void {
  if (config.production || config.SMTP_URL !== undefined) return
  const inbox = openInbox(config.DATA_DIR, clock)
  app.get('/dev/mail', async (_request, reply) => answer(reply, listPage(await inbox.list(200))))
  app.get('/dev/mail.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: { items: await inbox.list(200) } }),
  )
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const bare = request.params.id.endsWith('.html')
    const letter = await inbox.find(request.params.id.replace(/\.html$/, ''))
    if (!letter) return answer(reply, undefined)
    // A link of the framed letter opens in the page around it.
    return answer(
      reply,
      bare ? letter.html.replace('<head>', '<head><base target="_top">') : letterPage(letter),
    )
  })
}

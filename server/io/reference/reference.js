/**
 * Runs on the reference page of an API: follows the theme of the site, and on that of the POS API
 * puts a bar above it, whose sandbox is the demo organization of the reader's own account.
 */
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')

  function paint() {
    const chosen = localStorage.getItem('theme')
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.classList.toggle('dark-mode', dark)
    document.documentElement.classList.toggle('light-mode', !dark)
  }
  paint()
  system.addEventListener('change', paint)
  addEventListener('storage', paint)
  if (!location.pathname.startsWith('/pos-api/')) return

  const NAME = 'Sandbox'
  const DEMO = '/api/v1/organizations/demo'
  class Refused extends Error {}

  const send = (method, path, body) =>
    fetch(path, {
      method,
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      ...(body && { body: JSON.stringify(body) }),
    })

  /** A call of the cabinet, by the session of this browser. */
  async function cabinet(method, path, body) {
    let answer = await send(method, path, body)
    if (answer.status === 401 && (await send('POST', '/api/v1/user/refresh', {})).ok) {
      answer = await send(method, path, body)
    }
    const text = await answer.text()
    const told = text === '' ? {} : JSON.parse(text)
    if (!answer.ok) throw Object.assign(new Refused(told.detail), { status: answer.status })
    return told.data
  }

  /** The demo shop of this account and a fresh token of it; the former token ends. */
  async function openSandbox() {
    const { organization_id } = await cabinet('POST', DEMO)
    const of = `organization_id=${organization_id}`
    const list = { organization_id, page: 1, limit: 1000 }
    const { items } = await cabinet('POST', '/api/v1/pos/get-cash-register-users', list)
    const former = items.find(({ name, role }) => name === NAME && role === 'integration')
    if (former) {
      const ask = { id: former.id }
      return (await cabinet('POST', '/api/v1/pos/reset-cash-register-user-pin', ask)).token
    }
    const points = await cabinet('GET', `/api/v1/pos?${of}`)
    const pos_id = points.items[0].id
    const ask = { pos_id, name: NAME, role: 'integration' }
    return (await cabinet('POST', '/api/v1/pos/create-pos-register-user', ask)).token
  }

  async function resetSandbox() {
    const { demo } = await cabinet('GET', DEMO)
    if (demo) await cabinet('DELETE', `/api/v1/organizations/${demo.organization_id}`)
    return openSandbox()
  }

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
  const link = (text, href) => make('a', { href, textContent: text })

  const said = make('p', { role: 'status' })
  function button(textContent, work, look) {
    const element = make('button', { type: 'button', textContent })
    if (look) element.dataset.look = look
    element.addEventListener('click', async () => {
      element.disabled = true
      said.replaceChildren('One moment…')
      try {
        const token = await work()
        // Read by the interceptor of requests that the page was configured with.
        globalThis.vertaToken = token
        said.replaceChildren(
          'Try-it now calls your sandbox. For your own program: ',
          make('code', { textContent: `VERTA_URL=${location.origin} VERTA_TOKEN=${token}` }),
        )
      } catch (error) {
        if (!(error instanceof Refused)) said.replaceChildren('No answer. Try once more.')
        else if (error.status === 401) {
          const away = (text, href) => Object.assign(link(text, href), { target: '_blank' })
          said.replaceChildren('A sandbox belongs to an account: ', away('sign in', '/auth/login'))
          said.append(' or ', away('create one', '/auth/signup'), ', then press again.')
        } else said.replaceChildren(error.message)
      } finally {
        element.disabled = false
      }
    })
    return element
  }

  const kit = '/pos-api/v1/kit'
  const bar = make(
    'header',
    { className: 'reference-bar' },
    make(
      'nav',
      { ariaLabel: 'POS API' },
      link('Verta', '/'),
      link('Guides', '/developers'),
      link('OpenAPI', '/pos-api/v1/openapi.json'),
      link('Postman', `${kit}/collections/postman.json`),
      link('Bruno', `${kit}/collections/bruno.json`),
    ),
    make(
      'section',
      { className: 'sandbox', ariaLabel: NAME },
      make(
        'div',
        { className: 'row' },
        button('Open my sandbox', openSandbox),
        button('Start anew', resetSandbox, 'plain'),
      ),
      make('p', {
        textContent:
          'A demo shop of your own account: a café with products, a license and ninety days of sales. Nothing of it reaches a real shop.',
      }),
      said,
    ),
  )
  document.body.prepend(bar)
})()

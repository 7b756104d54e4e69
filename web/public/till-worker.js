/*
 * The till's service worker: keeps the shell (the page and the files it names), so that the till is
 * installable and opens at once. It keeps no answer of the API and queues nothing.
 */
const SHELL = 'till-shell-1'
const PAGE = '/pos_interface'

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('till-') && name !== SHELL)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

/** The page names its first files itself; their names change with every build. */
async function keepShell() {
  const cache = await caches.open(SHELL)
  const page = await fetch(PAGE, { cache: 'no-cache' })
  if (!page.ok) throw new Error('the till page is not there')
  const text = await page.clone().text()
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  await cache.put(PAGE, page)
  await cache.addAll([...new Set(files)])
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(openPage(request))
  // The name of an asset carries its content, so a kept one is never out of date.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(openAsset(request))
})

/** The newest page when the server answers, the kept one when it does not. */
async function openPage(request) {
  try {
    const page = await fetch(request)
    if (page.ok) {
      const cache = await caches.open(SHELL)
      await cache.put(PAGE, page.clone())
    }
    return page
  } catch (error) {
    const kept = await caches.match(PAGE)
    if (kept) return kept
    throw error
  }
}

async function openAsset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const file = await fetch(request)
  if (file.ok) {
    const cache = await caches.open(SHELL)
    await cache.put(request, file.clone())
  }
  return file
}

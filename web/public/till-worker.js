/*
 * The till's service worker: keeps one whole build of the till, so that it starts without a network.
 *
 * A build is kept all or nothing, page and files together, and a page is always answered from the
 * build that this worker belongs to: no till is ever half old and half new. It keeps no answer of
 * the API: sales that wait are kept by the page, in IndexedDB (decision 0054).
 */
/** The build writes its own version and files here (scripts/till-worker.ts). */
const BUILD = { version: 'none', files: [] }
const PAGE = '/pos_interface'
const KEPT = `till-${BUILD.version}`

self.addEventListener('install', (event) => {
  event.waitUntil(keepBuild())
})

async function keepBuild() {
  const page = await fetch(PAGE, { cache: 'no-cache' })
  const text = page.ok ? await page.clone().text() : ''
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  // Another build has been put on the server meanwhile: its own worker comes with it.
  if (named.length === 0 || named.some((file) => !BUILD.files.includes(file))) {
    throw new Error('the page is not of this build')
  }
  const cache = await caches.open(KEPT)
  await cache.addAll(BUILD.files)
  await cache.put(PAGE, page)
}

/** The page says when: the till is locked, left or hidden, so that nobody is in the middle of it. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()))
})

/** The build before stays: a tab that still runs it may want a part it has not loaded yet. */
async function dropOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith('till-') && name !== KEPT)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(openPage(request))
  // The name of an asset carries its content, so a kept one of any build is the right one.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(openAsset(request))
})

async function openPage(request) {
  const cache = await caches.open(KEPT)
  return (await cache.match(PAGE)) ?? fetch(request)
}

const openAsset = async (request) => (await caches.match(request)) ?? fetch(request)

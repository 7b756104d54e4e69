/**
 * The card in Telegram: a code that is new every two minutes, and what is on the account. Without a
 * connection it shows the last permanent code, which earns and cannot spend.
 */
import type { MemberCard } from '#contract/card.ts'
import { cardView, offlineView, problemView } from './card-view.ts'
import { fill } from './dom.ts'
import './mini.css'
import { paint, readLaunch, tell } from './telegram.ts'
import { openTexts } from './texts.ts'

type Wire = Omit<MemberCard, never>
/** What is shown without a connection; no balance, which would be old. */
export type Kept = Pick<Wire, 'shop' | 'design' | 'card_code' | 'language'>

const query = new URLSearchParams(location.search)
const client = query.get('client') ?? ''
const shop = query.get('shop') ?? ''
const KEPT = `tg_card:${client}:${shop}`
const VISITS = 'tg_card_visits'
/** A new code comes a little before the old one ends: somebody may be scanning it. */
const EARLY_MS = 6_000
const AGAIN_MS = 5_000

const launch = readLaunch()
const main = document.getElementById('main') as HTMLElement
let timer: ReturnType<typeof setTimeout> | undefined
let shown_until = 0

const kept = (): Kept | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

function keep({ shop, design, card_code, language }: Wire) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ shop, design, card_code, language }))
  } catch {
    // Without a storage there is no card offline.
  }
}

type Loaded = { card: Wire } | { code: string }

/** A call of ours in the name of who opened the page. */
function call(path: string, body?: object): Promise<Response> {
  const address = `/api/v1/tg/${path}?${new URLSearchParams({ client, ...(shop && { shop }) })}`
  return fetch(address, {
    method: 'POST',
    headers: {
      authorization: `tma ${launch?.init_data ?? ''}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
    signal: AbortSignal.timeout(10_000),
  })
}

async function load(): Promise<Loaded> {
  try {
    const response = await call('card')
    const body = (await response.json()) as { data?: Wire; code?: string }
    return body.data ? { card: body.data } : { code: body.code ?? 'internal' }
  } catch {
    return { code: 'offline' }
  }
}

async function refresh() {
  clearTimeout(timer)
  const loaded = await load()
  if ('card' in loaded) return show(loaded.card)
  const again = loaded.code === 'offline' || loaded.code === 'internal' || loaded.code === 'busy'
  const last = kept()
  const { say } = await openTexts(last?.language ?? launchLanguage())
  if (again && last) fill(main, offlineView(last, say))
  else fill(main, problemView(loaded.code, say))
  if (again || loaded.code === 'rate_limited') timer = setTimeout(() => void refresh(), AGAIN_MS)
}

async function show(card: Wire) {
  keep(card)
  const { say, locale } = await openTexts(card.language)
  shown_until = Date.now() + card.code.seconds * 1000
  const onAgain = () => void refresh()
  const asks = query.get('ask') === 'birthday'
  const context = { say, locale, ends_at: shown_until, onAgain, onBirthday: keepBirthday }
  fill(main, cardView(card, { ...context, asks_birthday: asks }))
  timer = setTimeout(() => void refreshSeen(), card.code.seconds * 1000 - EARLY_MS)
}

/** Keeps the birthday; who came from the chat's question goes back to the next one. */
async function keepBirthday(birthday: string): Promise<boolean> {
  const kept = await call('birthday', { birthday }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!kept) return false
  if (query.get('ask') === 'birthday') tell('web_app_close')
  void refresh()
  return true
}

/** A code nobody looks at is not renewed; it is when the page is looked at again. */
function refreshSeen() {
  if (document.visibilityState === 'visible') return refresh()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return
  void stayAwake()
  if (Date.now() > shown_until - EARLY_MS) void refresh()
})
addEventListener('online', () => void refresh())

/** The screen must not go dark in front of the scanner. */
async function stayAwake() {
  try {
    await navigator.wakeLock.request('screen')
  } catch {
    // Not everywhere, and not while the battery is low.
  }
}

function launchLanguage(): string | undefined {
  const user = new URLSearchParams(launch?.init_data ?? '').get('user')
  return (JSON.parse(user ?? '{}') as { language_code?: string }).language_code
}

/** From the second visit on, Telegram offers to put the card on the home screen. */
function offerHome() {
  try {
    const visits = Number(localStorage.getItem(VISITS) ?? 0) + 1
    localStorage.setItem(VISITS, String(visits))
    if (visits === 2) tell('web_app_add_to_home_screen')
  } catch {
    // Not offered where nothing can be counted.
  }
}

paint(launch?.theme ?? {})
tell('web_app_ready')
tell('web_app_expand')
void stayAwake()
void refresh().then(offerHome)

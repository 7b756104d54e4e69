/**
 * What a printed QR code opens: the shop, and its bots in the messengers. On a phone the buttons
 * open them; on a computer there are codes to scan with the phone.
 */
import type { WireAnswer } from '#contract/endpoint.ts'
import type { readBotLink } from '#contract/bots.ts'
import { el, fill } from './dom.ts'
import './mini.css'
import { qr } from './qr.ts'
import { openTexts, type Say } from './texts.ts'

type Link = WireAnswer<typeof readBotLink>

const main = document.getElementById('main') as HTMLElement
const slug = location.pathname.split('/')[2] ?? ''
const query = new URLSearchParams(location.search)

async function load(): Promise<Link | { code: string }> {
  const asked = new URLSearchParams()
  for (const name of ['src', 'claim']) {
    const value = query.get(name)
    if (value) asked.set(name, value)
  }
  try {
    const response = await fetch(`/api/v1/bot-links/${encodeURIComponent(slug)}?${asked}`)
    const body = (await response.json()) as { data?: Link; code?: string }
    return body.data ?? { code: body.code ?? 'internal' }
  } catch {
    return { code: 'offline' }
  }
}

/** A phone opens the messenger itself; which one comes first is a guess, so both are offered. */
const isPhone = () => matchMedia('(pointer: coarse)').matches

function shopView(link: Link, say: Say): HTMLElement {
  const { organization, pos_name, greeting, cashback_percent, telegram, viber } = link
  const offered = [
    telegram === null ? null : ({ name: 'Telegram', href: telegram } as const),
    viber === null ? null : ({ name: 'Viber', href: viber } as const),
  ].filter((one) => one !== null)
  const phone = isPhone()
  return el(
    'div',
    { class: phone ? 'page shop' : 'page shop wide' },
    organization.logo && el('img', { src: organization.logo, alt: '', width: 96, height: 96 }),
    el('h1', {}, organization.name),
    pos_name && el('p', { class: 'soft' }, pos_name),
    cashback_percent !== null &&
      cashback_percent > 0 &&
      el('p', {}, say('link.cashback', { percent: cashback_percent })),
    greeting && el('p', { class: 'greeting' }, greeting),
    offered.length === 0 && el('p', { class: 'note' }, say('link.none')),
    ...(phone ? offered.map((one, at) => button(one, at, say)) : [codes(offered, say)]),
    offered.length > 0 && el('p', { class: 'soft' }, say('link.how')),
  )
}

type Offered = { name: string; href: string }

const button = ({ name, href }: Offered, at: number, say: Say) =>
  el('a', { class: at === 0 ? 'button' : 'button second', href }, say('link.open', { name }))

const codes = (offered: Offered[], say: Say) =>
  el(
    'div',
    { class: offered.length > 1 ? 'pair two' : 'pair' },
    ...offered.map((one, at) =>
      el('figure', {}, qr(one.href, say('link.qr', { name: one.name })), button(one, at, say)),
    ),
  )

function problem(code: string, say: Say): HTMLElement {
  const key = code === 'not_found' || code === 'validation_failed' ? 'absent' : 'unknown'
  return el(
    'div',
    { class: 'page problem', role: 'alert' },
    el('h1', {}, say(`problem.${key}`)),
    el('p', {}, say(`problem.${key}_text`)),
  )
}

// The page says whose it is before it is known whose link it was.
const brand = document.title
const [{ say }, link] = await Promise.all([openTexts(), load()])
if ('code' in link) {
  fill(main, problem(link.code, say))
  document.title = `${main.querySelector('h1')?.textContent ?? ''} · ${brand}`
} else {
  document.title = `${link.organization.name} · ${brand}`
  fill(main, shopView(link, say))
}

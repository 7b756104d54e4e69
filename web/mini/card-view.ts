/** How the card looks: its face with the code, then the account. */
import { paintOf } from '#contract/card-paint.ts'
import type { MemberCard } from '#contract/card.ts'
import type { Kept } from './card.ts'
import { birthdayBlock } from './birthday.ts'
import { el, svg } from './dom.ts'
import { qr } from './qr.ts'
import type { Say } from './texts.ts'

type Context = {
  say: Say
  locale: string
  ends_at: number
  onAgain: () => void
  onBirthday: (birthday: string) => Promise<boolean>
  /** The page was opened to answer that: the question stands first. */
  asks_birthday: boolean
}

const amount = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(value)

export function cardView(card: MemberCard, context: Context): HTMLElement {
  const { say } = context
  const { buyer, code } = card
  const question = buyer.birthday_known
    ? null
    : birthdayBlock({ say, locale: context.locale, onKeep: context.onBirthday })
  const spoken = `${code.spoken.slice(0, 4)} ${code.spoken.slice(4)}`
  return el(
    'div',
    { class: 'page' },
    context.asks_birthday && question,
    face(
      card,
      [buyer.name, buyer.level].filter(Boolean).join(' · '),
      el('div', { class: 'code' }, qr(code.digits, say('qr'))),
      el(
        'div',
        { class: 'spoken' },
        el('span', {}, say('say_code')),
        el('strong', {}, spoken),
        ring(context, code.seconds),
      ),
    ),
    el('p', { class: 'hint' }, say('bright')),
    account(card, context),
    stamps(card, context),
    history(card, context),
    !context.asks_birthday && question,
    el(
      'nav',
      { class: 'pair two' },
      el('a', { class: 'button', href: card.chat.points }, say('points')),
      el('a', { class: 'button second', href: card.chat.invite }, say('invite')),
    ),
  )
}

/** The card's own colours hold in both themes of the chat. */
function face(
  { design, shop }: Pick<MemberCard, 'design' | 'shop'>,
  line: string,
  ...inside: HTMLElement[]
): HTMLElement {
  const { from, to, ink } = paintOf(design.background)
  const card = el(
    'section',
    { class: 'face' },
    el(
      'header',
      {},
      design.logo && el('img', { src: design.logo, alt: '', width: 44, height: 44 }),
      el('div', {}, el('h1', {}, design.title || shop.name), line && el('p', {}, line)),
    ),
    ...inside,
  )
  card.style.background = `linear-gradient(150deg, ${from}, ${to})`
  card.style.color = ink
  return card
}

const RADIUS = 15
const LENGTH = 2 * Math.PI * RADIUS

/** The seconds that this code still lives, and the way to a new one. */
function ring({ say, ends_at, onAgain }: Context, seconds: number): HTMLElement {
  const arc = svg('circle', { cx: 18, cy: 18, r: RADIUS, 'stroke-dasharray': LENGTH })
  const label = el('span', { 'aria-hidden': 'true' })
  const button = el(
    'button',
    { class: 'ring', type: 'button', click: onAgain, 'aria-label': say('new_code') },
    svg(
      'svg',
      { viewBox: '0 0 36 36', 'aria-hidden': 'true' },
      svg('circle', { cx: 18, cy: 18, r: RADIUS }),
      arc,
    ),
    label,
  )
  const tick = () => {
    const left = Math.max(0, Math.ceil((ends_at - Date.now()) / 1000))
    label.textContent = String(left)
    arc.setAttribute('stroke-dashoffset', String(LENGTH * (1 - left / seconds)))
    if (!button.isConnected) clearInterval(timer)
  }
  const timer = setInterval(tick, 1000)
  // The first look is taken before the page has it.
  const left = Math.ceil((ends_at - Date.now()) / 1000)
  label.textContent = String(left)
  return button
}

function account({ buyer }: MemberCard, { say, locale }: Context): HTMLElement {
  const { balance, pending, next_expiry } = buyer
  const expires =
    next_expiry &&
    say('expires', {
      count: Math.floor(next_expiry.amount),
      amount: amount(next_expiry.amount, locale),
      date: dayMonth(next_expiry.date, locale),
    })
  return el(
    'section',
    { class: 'block' },
    el('h2', {}, say('balance')),
    el('p', { class: 'balance' }, amount(balance, locale)),
    expires && el('p', { class: 'expires' }, expires),
    pending > 0 && el('p', { class: 'soft' }, say('pending', { amount: amount(pending, locale) })),
  )
}

const dayMonth = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Up to this many a stamp is a dot; beyond it the figures say it. */
const DOTS_MAX = 12

function stamps({ buyer }: MemberCard, { say, locale }: Context): HTMLElement | null {
  if (buyer.stamps.length === 0) return null
  const rows = buyer.stamps.map(({ name, count, goal, gifts }) => {
    const shown = Math.max(0, count)
    const label = say('stamps', { count: amount(shown, locale), goal: amount(goal, locale) })
    const dots = goal <= DOTS_MAX && Number.isInteger(goal)
    return el(
      'li',
      {},
      el('span', {}, name),
      dots
        ? el(
            'span',
            { class: 'dots', role: 'img', 'aria-label': label },
            ...Array.from({ length: goal }, (_, at) => el('i', { 'data-on': at < shown })),
          )
        : el('span', { class: 'soft' }, label),
      gifts > 0 && el('strong', {}, say('gifts', { count: gifts })),
    )
  })
  return el('section', { class: 'block' }, el('h2', {}, say('cards')), el('ul', {}, ...rows))
}

function history({ entries, timezone }: MemberCard, { say, locale }: Context): HTMLElement | null {
  if (entries.length === 0) return null
  const when = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone: timezone,
  })
  const rows = entries.map((entry) =>
    el(
      'li',
      {},
      el('span', {}, say(`kind.${entry.kind}`), el('small', {}, when.format(new Date(entry.at)))),
      el(
        'b',
        { 'data-plus': entry.amount > 0 },
        `${entry.amount > 0 ? '+' : '−'}${amount(Math.abs(entry.amount), locale)}`,
      ),
    ),
  )
  return el('section', { class: 'block' }, el('h2', {}, say('history')), el('ul', {}, ...rows))
}

/** Without a connection: the code that earns. */
export function offlineView(kept: Kept, say: Say): HTMLElement {
  const digits = kept.card_code.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return el(
    'div',
    { class: 'page' },
    face(
      kept,
      '',
      el('div', { class: 'code' }, qr(kept.card_code, say('qr'))),
      el('div', { class: 'spoken' }, el('strong', {}, digits)),
    ),
    el('p', { class: 'note', role: 'status' }, say('offline')),
  )
}

/** Nothing to show: why, and what helps. */
export function problemView(code: string, say: Say): HTMLElement {
  const known = new Set(['not_signed_in', 'buyer_not_found', 'buyer_blocked', 'rate_limited'])
  const key = known.has(code) ? code : 'unknown'
  return el(
    'div',
    { class: 'page problem', role: 'alert' },
    el('h1', {}, say(`problem.${key}`)),
    el('p', {}, say(`problem.${key}_text`)),
  )
}

/** Screens of the card itself: texts 5–7, 10, 15 of design/screens.md §7.2. */
import { cut } from '#contract/plain-text.ts'
import type { Screen } from './chat-rules.ts'
import { quoted, type Button, type Message } from './message-rules.ts'
import {
  backRow,
  cardPicture,
  claimLine,
  lines,
  menuRows,
  type BuyerFacts,
  type Facts,
  type HistoryItem,
  type StampFacts,
  type Words,
} from './facts-rules.ts'

export function cardScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say } = words
  switch (screen.show) {
    case 'card':
      return card(facts, words)
    case 'balance':
      return facts.buyer ? balance(facts.buyer, words) : null
    case 'how_to_spend': {
      const percent = words.percent(facts.shop.max_pay_percent)
      return edit(say('bot:how_to_spend_text', { percent }), [backTo('balance', words)])
    }
    case 'history':
      return history(facts, words)
    case 'why':
      return why(screen, facts, words)
    case 'confirm':
      return confirmation(facts, words)
    case 'confirmed':
      return confirmed(facts, words)
    case 'claim': {
      const text = claimLine(facts, words)
      if (text === null || !facts.claim) return null
      const enter: Button = { text: say('bot:link_enter_button'), act: 'link_enter', tone: 'main' }
      const rows = 'other' in facts.claim ? [[enter], backRow(words)] : menuRows(facts, words)
      return { text, rows }
    }
    default:
      return null
  }
}

const edit = (text: string, rows: Button[][]): Message => ({ text, rows, replaces: true })
const backTo = (act: string, { say }: Words): Button[] => [{ text: say('bot:back'), act }]

/** 5: the code to show, and the one to say. */
function card({ shop, buyer, code }: Facts, words: Words): Message | null {
  const { say } = words
  if (!buyer) return null
  if (buyer.blocked) return { text: say('bot:buyer_blocked'), rows: [backRow(words)] }
  const digits = buyer.card_code
  const shown = [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8, 12), digits.slice(12)]
  const spoken =
    code &&
    say('bot:card_spoken', {
      code: `${code.spoken.slice(0, 4)} ${code.spoken.slice(4)}`,
      minutes: code.minutes,
    })
  return {
    text: lines(say('bot:card_code', { code: shown.join(' ') }), spoken),
    picture: cardPicture({ shop, buyer }, code?.qr ?? digits, words),
    rows: [
      [
        { text: say('bot:refresh'), act: 'card', tone: 'main' },
        { text: say('bot:menu'), act: 'menu' },
      ],
    ],
    replaces: true,
  }
}

const EXPIRING_SHOWN = 3

/** 6: what there is, until when, and what comes next. */
function balance(buyer: BuyerFacts, words: Words): Message {
  const { say, bonuses, amount, money, day, percent } = words
  const expiring = buyer.expiring
    .slice(0, EXPIRING_SHOWN)
    .map((one) => say('bot:expiring_item', { amount: amount(one.amount), date: day(one.date) }))
  const { level } = buyer
  const text = lines(
    say('bot:balance_line', { bonuses: bonuses(buyer.available), money: money(buyer.available) }),
    buyer.pending > 0 && say('bot:balance_pending', { bonuses: bonuses(buyer.pending) }),
    buyer.debt > 0 && say('bot:balance_debt', { amount: amount(buyer.debt) }),
    expiring.length > 0 && say('bot:balance_expiring', { list: expiring.join(' · ') }),
    level &&
      say('bot:balance_level', { level: quoted(level.name), percent: percent(level.percent) }),
    level?.next &&
      say('bot:balance_next_level', {
        level: quoted(level.next.name),
        money: money(level.next.left),
      }),
    ...buyer.stamps.map((one) => stamps(one, words)),
  )
  return edit(text, [
    [
      { text: say('bot:history'), act: 'history:0', columns: 3 },
      { text: say('bot:how_to_spend'), act: 'how_to_spend', columns: 3 },
    ],
    backRow(words),
  ])
}

const MARKS_MAX = 12

/** `Кава: ●●●●●○ — наступна в подарунок`. */
function stamps({ name, count, goal, gifts }: StampFacts, { say }: Words): string {
  if (gifts > 0) return say('bot:stamps_gift', { name: quoted(name) })
  const full = Math.max(0, Math.min(count, goal))
  const marks = goal <= MARKS_MAX ? '●'.repeat(full) + '○'.repeat(goal - full) : ''
  const params = { name: quoted(name), marks, count: full, goal }
  return say(goal - full === 1 ? 'bot:stamps_next' : 'bot:stamps', params)
}

const signed = (amount: number, { amount: print }: Words): string =>
  amount < 0 ? `−${print(-amount)}` : `+${print(amount)}`

/** 7: a page of the past; each line can be asked why. */
function history({ history: page }: Facts, words: Words): Message {
  const { say } = words
  if (!page || page.items.length === 0) return edit(say('bot:history_empty'), [backRow(words)])
  const told = page.items.map((item, index) => `${index + 1}. ${historyLine(item, words)}`)
  const rows: Button[][] = [
    page.items.map((item, index) => ({
      text: String(index + 1),
      act: `why:${item.number}:${page.page}${item.card_id === null ? '' : `:${item.card_id}`}`,
      columns: 1,
    })),
  ]
  if (page.pages > 1) {
    const turn = (to: number) => `history:${(to + page.pages) % page.pages}`
    rows.push([
      { text: say('bot:previous'), act: turn(page.page - 1), columns: 2 },
      { text: `${page.page + 1}/${page.pages}`, act: turn(page.page), columns: 2 },
      { text: say('bot:next'), act: turn(page.page + 1), columns: 2 },
    ])
  }
  const text = lines(say('bot:history_title'), ...told, say('bot:history_why'))
  return edit(text, [...rows, backTo('balance', words)])
}

function historyLine(item: HistoryItem, words: Words): string {
  const changes = item.changes.map((change) => signed(change, words)).join(' / ')
  const what = item.total === null ? words.say(`bot:kind_${item.kind}`) : words.money(item.total)
  const place = item.place === null ? null : quoted(item.place)
  return [words.moment(item.at), place, what, changes].filter((part) => part !== null).join(' · ')
}

/** Why it is this much, in the sentences of the receipt. */
function why(screen: Screen & { show: 'why' }, { why: told }: Facts, words: Words): Message {
  const back = backTo(`history:${screen.page}`, words)
  if (!told) return edit(words.say('bot:why_unknown'), [back])
  const title = words.say('bot:why_title', {
    kind: words.say(`bot:kind_${told.kind}`),
    amount: signed(told.amount, words),
    date: words.moment(told.at),
  })
  return edit(cut(lines(title, ...told.sentences.map(quoted)), 1500), [back])
}

/** 10: the till asks, the buyer answers. */
function confirmation({ confirmation: asked, shop }: Facts, words: Words): Message {
  const { say, bonuses } = words
  if (!asked?.waits) return { text: say('bot:confirm_late'), rows: [] }
  const params = { bonuses: bonuses(asked.amount), shop: quoted(shop.name), code: asked.code }
  return {
    text: say('bot:confirm', params),
    rows: [
      [
        { text: say('bot:confirm_yes'), act: `yes:${asked.receipt_id}`, tone: 'good', columns: 3 },
        { text: say('bot:confirm_no'), act: `no:${asked.receipt_id}`, tone: 'bad', columns: 3 },
      ],
    ],
  }
}

function confirmed({ confirmed: how }: Facts, words: Words): Message {
  const { status, amount } = how ?? { status: 'late' as const, amount: 0 }
  return edit(words.say(`bot:confirm_${status}`, { bonuses: words.bonuses(amount) }), [])
}

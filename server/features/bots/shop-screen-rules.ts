/** Screens of the shop and of the chat's own settings: texts 9, 13–19 of design/screens.md §7.2. */
import { cut } from '#contract/plain-text.ts'
import type { Screen } from './chat-rules.ts'
import { quoted, TILES_MAX, type Button, type Message } from './message-rules.ts'
import { newsMessage } from './post-rules.ts'
import {
  backRow,
  lines,
  menuRows,
  type Facts,
  type PointFacts,
  type PromotionFacts,
  type Words,
} from './facts-rules.ts'

export function shopScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say } = words
  switch (screen.show) {
    case 'promotions':
      return withPromotions(promotion(0, facts, words), facts, words)
    case 'promotion':
      return promotion(screen.index, facts, words)
    case 'news':
      return news(0, facts, words)
    case 'news_item':
      return news(screen.index, facts, words)
    case 'points':
      return points(facts, words, screen.at !== null)
    case 'ask_location':
      return {
        text: say('bot:ask_location'),
        rows: [],
        keyboard: [
          [{ text: say('bot:send_location'), ask: 'location', columns: 6 }],
          [{ text: say('bot:menu'), act: 'menu', columns: 6 }],
        ],
      }
    case 'invite':
      return invite(facts, words)
    case 'flyer': {
      const { flyer } = facts
      const text = flyer
        ? say('bot:flyer', { bonuses: words.bonuses(flyer.amount), code: flyer.code })
        : say('bot:flyer_over')
      return { text, rows: menuRows(facts, words) }
    }
    case 'contact':
      return contact(facts, words)
    case 'sent':
      return {
        text: say(facts.shop.open_now ? 'bot:sent' : 'bot:sent_closed'),
        rows: [backRow(words)],
      }
    case 'ask_shop':
      return {
        text: say('bot:ask_shop', { text: cut(quoted(screen.text), 300) }),
        rows: [
          [
            { text: say('bot:ask_shop_yes'), act: 'write', tone: 'main' },
            { text: say('bot:menu'), act: 'menu' },
          ],
        ],
      }
    default:
      return chatScreens(screen, facts, words)
  }
}

const edit = (text: string, rows: Button[][]): Message => ({ text, rows, replaces: true })

/** Buttons that turn the pages of a list shown one by one. */
function turns(act: string, at: number, count: number, { say }: Words): Button[][] {
  if (count < 2) return []
  return [
    [
      { text: say('bot:previous'), act: `${act}:${(at + count - 1) % count}`, columns: 2 },
      { text: `${at + 1}/${count}`, act: `${act}:${at}`, columns: 2 },
      { text: say('bot:next'), act: `${act}:${(at + 1) % count}`, columns: 2 },
    ],
  ]
}

/** All offers side by side, where the messenger has such a shape; a tap tells one whole. */
function withPromotions(message: Message, { promotions = [] }: Facts, words: Words): Message {
  if (promotions.length < 2) return message
  const tiles = promotions.slice(0, TILES_MAX).map((shown, index) => ({
    text: promotionText(shown, words),
    button: { text: words.say('bot:read_on'), act: `promotion:${index}` },
  }))
  const rows = promotions.length > TILES_MAX ? message.rows : [backRow(words)]
  return { ...message, carousel: { tiles, rows } }
}

function promotionText({ name, description, until }: PromotionFacts, words: Words): string {
  const ends = until !== null && words.say('bot:promotion_until', { date: words.day(until) })
  return lines(`**${quoted(name)}**`, quoted(description), ends)
}

/** 13: one offer at a time. */
function promotion(index: number, { promotions = [] }: Facts, words: Words): Message {
  const { say } = words
  const count = promotions.length
  const shown = promotions[count === 0 ? 0 : index % count]
  if (!shown) return edit(say('bot:promotions_empty'), [backRow(words)])
  const rows = turns('promotion', index % count, count, words)
  return edit(promotionText(shown, words), [...rows, backRow(words)])
}

/** 13: one piece of news at a time, the pinned ones first. */
function news(index: number, { news: all = [] }: Facts, words: Words): Message {
  const { say } = words
  const count = all.length
  const at = count === 0 ? 0 : index % count
  const shown = all[at]
  if (!shown) return edit(say('bot:news_empty'), [backRow(words)])
  const message = newsMessage(shown)
  return {
    ...message,
    rows: [...message.rows, ...turns('news_item', at, count, words), backRow(words)],
    replaces: true,
  }
}

const POINTS_SHOWN = 5

/** 14: where the shop is, the nearest first when the buyer said where they are. */
function points({ points: all = [] }: Facts, words: Words, near: boolean): Message {
  const { say } = words
  if (all.length === 0) return { text: say('bot:points_empty'), rows: [backRow(words)] }
  const shown = all.slice(0, POINTS_SHOWN)
  const rows: Button[][] = shown.flatMap(({ name, map }) =>
    map === null ? [] : [[onMap(name, map, words)]],
  )
  if (!near && all.length > 1) rows.push([{ text: say('bot:nearest'), act: 'near' }])
  const text = shown.map((point) => pointLines(point, words)).join('\n\n')
  const message: Message = { text, rows: [...rows, backRow(words)], replaces: !near }
  const tiles = shown.flatMap((point) =>
    point.map === null
      ? []
      : [{ text: pointLines(point, words), button: onMap(point.name, point.map, words) }],
  )
  if (tiles.length < 2 || tiles.length < shown.length) return message
  const below = message.rows.filter((row) => row.every((button) => !('url' in button)))
  return { ...message, carousel: { tiles, rows: below } }
}

const onMap = (name: string, url: string, { say }: Words): Button => ({
  text: say('bot:on_map', { place: cut(name, 40) }),
  url,
})

function pointLines(point: PointFacts, { say, amount }: Words): string {
  const { name, address, phone, open_until, distance } = point
  const details = [
    open_until === null ? say('bot:point_closed') : say('bot:point_open', { time: open_until }),
    phone,
    distance !== null && say('bot:point_distance', { distance: amount(distance * 10) }),
  ].filter((part) => typeof part === 'string' && part !== '')
  const place = address === '' ? name : `${name}, ${address}`
  return `📍 **${quoted(place)}**\n${details.join(' · ')}`
}

/** 15: a link for a friend. */
function invite({ invite: terms }: Facts, words: Words): Message {
  const { say, bonuses, amount, money } = words
  if (!terms) return edit(say('bot:invite_off'), [backRow(words)])
  const params = { friend: bonuses(terms.friend), inviter: bonuses(terms.inviter) }
  const text = lines(
    terms.min_receipt > 0
      ? say('bot:invite', { ...params, money: money(terms.min_receipt) })
      : say('bot:invite_any', params),
    terms.link,
    say('bot:invite_count', { invited: terms.invited, earned: amount(terms.earned) }),
  )
  const share = `https://t.me/share/url?url=${encodeURIComponent(terms.link)}`
  const viber = `viber://forward?text=${encodeURIComponent(terms.link)}`
  const url = terms.link.startsWith('viber:') ? viber : share
  return edit(text, [[{ text: say('bot:invite_share'), url }], backRow(words)])
}

/** 16: the next text goes to the shop. */
function contact({ shop }: Facts, words: Words): Message {
  const { say } = words
  const { phone, username } = shop.contact
  const text = lines(
    say('bot:contact'),
    shop.hours !== '' && say('bot:contact_hours', { hours: shop.hours }),
    phone !== null && say('bot:contact_phone', { phone }),
  )
  const rows: Button[][] =
    username === null ? [] : [[{ text: say('bot:contact_write'), url: `https://t.me/${username}` }]]
  return { text, rows: [...rows, backRow(words)] }
}

const LANGUAGES = [
  ['ua-UA', 'Українська'],
  ['ru-RU', 'Русский'],
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['es-MX', 'Español (MX)'],
  ['zh-CN', '中文'],
] as const

/** 17–19: the chat's own settings, and what nobody understood. */
function chatScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say } = words
  switch (screen.show) {
    case 'language': {
      const buttons = LANGUAGES.map(([code, text]) => ({ text, act: `lang:${code}`, columns: 3 }))
      const rows = [0, 2, 4, 6].map((at) => buttons.slice(at, at + 2))
      return edit(say('bot:language'), rows)
    }
    case 'language_set':
      return facts.buyer
        ? { text: say('bot:language_set'), rows: [], keyboard: 'menu' }
        : {
            text: say('bot:language_set'),
            rows: [[{ text: say('bot:get_card'), act: 'get_card' }]],
          }
    case 'settings':
      return facts.buyer ? settings(facts.buyer.notify, words) : null
    case 'forget_ask': {
      const held = words.bonuses(facts.buyer?.available ?? 0)
      return edit(say('bot:forget_ask', { bonuses: held }), [
        [
          { text: say('bot:forget_yes'), act: 'forget_yes', tone: 'bad', columns: 3 },
          { text: say('bot:forget_no'), act: 'settings', columns: 3 },
        ],
      ])
    }
    case 'forgotten':
      return { text: say('bot:forgotten'), rows: [], keyboard: 'hide' }
    case 'rating_high':
      return happy(facts, words)
    case 'stopped':
    case 'rating_thanks':
      return { text: say(`bot:${screen.show}`), rows: [backRow(words)] }
    case 'rating_low':
      return { text: say('bot:rating_low'), rows: [[{ text: say('bot:skip'), act: 'skip' }]] }
    case 'fallback':
      return { text: say('bot:fallback'), rows: menuRows(facts, words) }
    case 'shops':
      return shops(facts, words)
    default:
      return null
  }
}

/** 9: a happy buyer may tell others too. */
function happy({ shop: { review_url } }: Facts, words: Words): Message {
  const { say } = words
  if (review_url === null) return { text: say('bot:rating_high'), rows: [backRow(words)] }
  const review: Button[] = [{ text: say('bot:review_button'), url: review_url, columns: 6 }]
  return { text: say('bot:rating_review'), rows: [review, backRow(words)] }
}

function settings(on: { marketing: boolean; bonuses: boolean; rating: boolean }, words: Words) {
  const { say } = words
  const toggle = (what: 'marketing' | 'bonuses' | 'rating'): Button => ({
    text: `${say(`bot:notify_${what}`)} ${on[what] ? '✓' : '✗'}`,
    act: `toggle:${what}`,
    columns: 2,
  })
  return edit(say('bot:settings'), [
    [toggle('marketing'), toggle('bonuses'), toggle('rating')],
    [
      { text: say('bot:change_language'), act: 'language', columns: 3 },
      { text: say('bot:profile'), act: 'profile', columns: 3 },
    ],
    [{ text: say('bot:link_button'), act: 'link', columns: 6 }],
    [{ text: say('bot:forget'), act: 'forget_ask', columns: 6 }],
    backRow(words),
  ])
}

/** «Мої картки»: every shop of the platform's bot that knows this person. */
function shops({ shops: all = [] }: Facts, { say }: Words): Message {
  const rows = all.map(({ id, name }) => [{ text: cut(name, 60), act: `shop:${id}`, columns: 6 }])
  return { text: say(all.length === 0 ? 'bot:shops_none' : 'bot:shops'), rows }
}

/** Screens of becoming a buyer: texts 1–4 of design/screens.md §7.2. */
import type { Screen } from './chat-rules.ts'
import { quoted, type Button, type Message } from './message-rules.ts'
import {
  backRow,
  cardPicture,
  claimLine,
  lines,
  menuRows,
  type Facts,
  type Words,
} from './facts-rules.ts'

export function joinScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say } = words
  const { shop } = facts
  switch (screen.show) {
    case 'welcome':
      return welcome(facts, words)
    case 'consent':
      return asking(consentText(facts, words), words)
    case 'not_own':
      return asking(say('bot:not_own'), words)
    case 'bad_phone':
      return asking(say('bot:bad_phone'), words)
    case 'full':
      return asking(say('bot:full', { shop: quoted(shop.name) }), words)
    case 'later':
      return { text: say('bot:later_said'), rows: [getCard(words)], keyboard: 'hide' }
    case 'waiting_help':
      return asking(
        say('bot:waiting_help', {
          get_card: say('bot:get_card'),
          share_phone: say('bot:share_phone'),
          shop: quoted(shop.name),
        }),
        words,
      )
    case 'rules': {
      const title = say('bot:rules_title', { shop: quoted(shop.name) })
      const rules = quoted(shop.rules_text) || say('bot:rules_empty')
      const rows = facts.buyer ? [backRow(words)] : [getCard(words)]
      return { text: `**${title}**\n${rules.slice(0, 3500)}`, rows }
    }
    case 'joined':
      return joined(facts, words)
    case 'marketing':
      return {
        text: say('bot:marketing'),
        rows: [
          [
            { text: say('bot:marketing_yes'), act: 'ads:yes', tone: 'main' },
            { text: say('bot:marketing_no'), act: 'ads:no' },
          ],
        ],
      }
    case 'marketing_on':
    case 'marketing_off':
      return { text: say(`bot:${screen.show}`), rows: [], replaces: true }
    default:
      return profileScreens(screen, facts, words)
  }
}

const getCard = ({ say }: Words): Button[] => [
  { text: say('bot:get_card'), act: 'get_card', tone: 'main', columns: 3 },
  { text: say('bot:rules'), act: 'rules', columns: 3 },
]

/** 1: the first thing anybody reads. */
function welcome({ shop }: Facts, words: Words): Message {
  const { say, percent, bonuses } = words
  const cashback =
    shop.cashback > 0
      ? say('bot:welcome_cashback', {
          percent: percent(shop.cashback),
          currency: shop.currency_sign,
        })
      : say('bot:welcome_discount')
  const gift =
    shop.join_gift && say('bot:welcome_gift', { bonuses: bonuses(shop.join_gift.amount) })
  const hello = say('bot:welcome', { shop: quoted(shop.name) })
  const text = lines(hello, quoted(shop.greeting), lines(cashback, gift).replace('\n', ' '))
  return { text, rows: [getCard(words)] }
}

/** 2: what sharing the phone means, before it is shared. */
const consentText = ({ shop }: Facts, { say }: Words): string =>
  say('bot:consent', { button: say('bot:share_phone'), shop: quoted(shop.name) })

/** Asks for the phone: only the keyboard can. */
function asking(text: string, { say }: Words): Message {
  return {
    text,
    rows: [],
    keyboard: [
      [{ text: say('bot:share_phone'), ask: 'phone', tone: 'main', columns: 6 }],
      [
        { text: say('bot:rules'), act: 'rules', columns: 3 },
        { text: say('bot:later'), act: 'later', columns: 3 },
      ],
    ],
  }
}

/** 3 and 3b: the card is there, made now or before. */
function joined(facts: Facts, words: Words): Message {
  const { shop, buyer, joined: how } = facts
  const { say, bonuses, day } = words
  if (!buyer) return { text: say('bot:technical'), rows: [] }
  const claimed = claimLine(facts, words)
  const picture = cardPicture({ shop, buyer }, buyer.card_code, words)
  if (!how?.created) {
    const text = lines(hello(buyer.first_name, words), claimed ?? balanceLine(buyer, words))
    return { text, rows: [], picture, keyboard: 'menu' }
  }
  const gift =
    shop.join_gift &&
    say('bot:joined_gift', {
      bonuses: bonuses(shop.join_gift.amount),
      date: day(shop.join_gift.until),
    })
  const text = lines(say('bot:joined'), gift, claimed, say('bot:show_at_till'))
  return { text, rows: [], picture, keyboard: 'menu' }
}

const hello = (name: string | null, { say }: Words): string =>
  name === null ? say('bot:again') : say('bot:again_name', { name: quoted(name) })

function balanceLine(buyer: NonNullable<Facts['buyer']>, words: Words): string {
  const { say, bonuses, amount, day } = words
  const [next] = buyer.expiring
  const expiry =
    next && say('bot:next_expiry', { amount: amount(next.amount), date: day(next.date) })
  return lines(say('bot:balance_is', { bonuses: bonuses(buyer.available) }), expiry)
}

/** 3b for somebody with a card, and 4: the four questions. */
function profileScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say, bonuses } = words
  switch (screen.show) {
    case 'home': {
      if (!facts.buyer) return welcome(facts, words)
      const text = lines(hello(facts.buyer.first_name, words), balanceLine(facts.buyer, words))
      return { text, rows: menuRows(facts, words) }
    }
    case 'profile_offer': {
      const { profile_gift } = facts.shop
      const gift = profile_gift > 0 && say('bot:profile_gift', { bonuses: bonuses(profile_gift) })
      const rows: Button[][] = [
        [
          { text: say('bot:profile_begin'), act: 'profile', tone: 'main' },
          { text: say('bot:later'), act: 'menu' },
        ],
      ]
      return { text: lines(say('bot:profile_offer'), gift), rows }
    }
    case 'ask':
      return question(screen, words)
    case 'ask_city_text':
    case 'bad_date':
    case 'bad_text':
      return { text: say(`bot:${screen.show}`), rows: [[skip(words)]] }
    case 'profile_done':
      return { text: say('bot:profile_done'), rows: menuRows(facts, words) }
    default:
      return null
  }
}

const skip = ({ say }: Words): Button => ({ text: say('bot:skip'), act: 'skip', columns: 6 })

function question(screen: Screen & { show: 'ask' }, words: Words): Message {
  const { say } = words
  const names = {
    first_name: 'name',
    birthday: 'birthday',
    gender: 'gender',
    city: 'city',
  } as const
  const step = say('bot:profile_step', { step: screen.step, of: screen.of })
  const text = `${say(`bot:ask_${names[screen.field]}`)}\n${step}`
  const rows: Button[][] = []
  // A day is chosen by taps on the card's page; typed it is understood as well.
  if (screen.field === 'birthday') {
    rows.push([{ text: say('bot:birthday_pick'), page: 'birthday', act: null, tone: 'main' }])
  }
  if (screen.field === 'gender') {
    rows.push([
      { text: say('bot:gender_female'), act: 'gender:female', columns: 2 },
      { text: say('bot:gender_male'), act: 'gender:male', columns: 2 },
      { text: say('bot:gender_none'), act: 'gender:none', columns: 2 },
    ])
  }
  if (screen.field === 'city') {
    const cities = [say('bot:city_kyiv'), say('bot:city_lviv')]
    rows.push([
      ...cities.map((city) => ({ text: city, act: `city:${city}`, columns: 2 })),
      { text: say('bot:city_other'), act: 'city', columns: 2 },
    ])
  }
  return { text, rows: [...rows, [skip(words)]] }
}

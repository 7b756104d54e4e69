import { describe, expect, test } from 'vitest'
import { textLanguages } from '#server/io/text.ts'
import { defaultProgram } from '#server/features/program/rules.ts'
import { checkText } from '#server/testing/telegram-stand-in.ts'
import { checked } from '#server/testing/viber-stand-in.ts'
import { emptyMemory, type Chat, type Event, type Screen } from './chat-rules.ts'
import { converse } from './conversation-rules.ts'
import type { Facts } from './facts-rules.ts'
import { MENU, readPayload, writePayload } from './rules.ts'
import { screenMessage } from './screen-rules.ts'
import { CAPTION_MAX, DATA_BYTES_MAX, TEXT_MAX, telegramCall } from './telegram-rules.ts'
import { VIBER_JSON_MAX, viberMessages } from './viber-rules.ts'
import { menuButtons, menuLabels, wordsIn } from './words.ts'

const RECEIPT = '01930000-0000-7000-8000-000000000001'

const chat = (changes: Partial<Chat> = {}): Chat => ({
  step: 'active',
  memory: emptyMemory,
  language: 'ua-UA',
  known: [],
  marketing_asked: true,
  today: '2026-11-21',
  ...changes,
})
const asking = (what: Chat['memory']['asking'], changes: Partial<Chat> = {}) =>
  chat({ memory: { ...emptyMemory, asking: what, about: RECEIPT }, ...changes })
const act = (text: string): Event => ({ kind: 'act', act: text })
const text = (said: string): Event => ({ kind: 'text', text: said })
const own: Event = { kind: 'contact', phone: '+380671112233', own: true }

/** A turn as one line: `step (asking): acts → screens`. */
function told(before: Chat, event: Event): string {
  const { step, memory, acts, screens } = converse(before, event)
  const state = memory.asking === null ? step : `${step} (${memory.asking})`
  const done = acts.map((one) => one.do).join(' ')
  return `${state}: ${done === '' ? '' : `${done} `}→ ${screens.map(({ show }) => show).join(' + ')}`
}

describe('before there is a card', () => {
  test.each<[Chat['step'], Event, string]>([
    ['new', { kind: 'start', payload: null }, 'consent: → welcome'],
    ['new', text('привіт'), 'consent: → welcome'],
    ['new', { kind: 'other' }, 'consent: → welcome'],
    ['consent', act('get_card'), 'phone: → consent'],
    ['consent', act('rules'), 'consent: → rules'],
    ['consent', act('later'), 'consent: → later'],
    ['consent', text('що це'), 'consent: → welcome'],
    ['consent', own, 'active: join → joined + marketing'],
    ['phone', own, 'active: join → joined + marketing'],
    ['phone', { ...own, own: false }, 'phone: → not_own'],
    ['phone', { ...own, phone: null }, 'phone: → bad_phone'],
    ['phone', text('0671112233'), 'phone: → consent'],
    ['phone', act('later'), 'consent: → later'],
    ['phone', act('card'), 'phone: → consent'],
    ['phone', act('lang:en'), 'phone: language → language_set'],
    ['phone', { kind: 'blocked' }, 'phone: block → '],
    ['forgotten', text('знову'), 'consent: → welcome'],
    ['forgotten', { kind: 'start', payload: null }, 'consent: → welcome'],
  ])('%s, %o', (step, event, expected) => {
    expect(told(chat({ step }), event)).toBe(expected)
  })

  test('a second text that is not what was asked is answered by help', () => {
    const once = converse(chat({ step: 'phone' }), text('а'))
    expect(told(chat({ step: 'phone', memory: once.memory }), text('б'))).toBe(
      'phone: → waiting_help',
    )
  })

  test('why the chat was opened waits until the card is there', () => {
    const slug = 'abcdefgh'
    const open = (payload: Chat['memory']['payload']) => {
      const started = converse(chat({ step: 'new' }), { kind: 'start', payload })
      return converse(chat({ step: 'phone', memory: started.memory }), own)
    }
    expect(open({ kind: 'friend', slug, inviter_id: RECEIPT }).acts).toMatchObject([
      { do: 'join', inviter_id: RECEIPT },
    ])
    expect(open({ kind: 'flyer', slug, flyer_id: RECEIPT }).screens[1]).toEqual({
      show: 'flyer',
      flyer_id: RECEIPT,
    })
    expect(open({ kind: 'pos', slug, source: 'qr', claim: RECEIPT }).screens[0]).toEqual({
      show: 'joined',
      claim: RECEIPT,
    })
  })
})

describe('with a card', () => {
  test.each<[string, string]>([
    ['card', 'active: → card'],
    [`card:${'a'.repeat(59)}`, 'active: note_tap → card'],
    [`card:${'a'.repeat(60)}`, 'active: → card'],
    ['card:<b>', 'active: → card'],
    ['balance', 'active: → balance'],
    ['history:2', 'active: → history'],
    ['why:3:0', 'active: → why'],
    ['how_to_spend', 'active: → how_to_spend'],
    ['promotions', 'active: → promotions'],
    ['promotion:1', 'active: → promotion'],
    ['news', 'active: → news'],
    ['points', 'active: → points'],
    ['near', 'active: → ask_location'],
    ['invite', 'active: → invite'],
    ['contact', 'active (question): → contact'],
    ['settings', 'active: → settings'],
    ['toggle:marketing', 'active: notify → settings'],
    ['toggle:everything', 'active: → menu'],
    ['ads:yes', 'active: marketing → marketing_on + profile_offer'],
    ['ads:no', 'active: marketing → marketing_off + profile_offer'],
    ['stop', 'active: marketing → stopped'],
    ['profile', 'active (first_name): → ask'],
    [`rate:5:${RECEIPT}`, 'active: rate → rating_high'],
    [`rate:2:${RECEIPT}`, 'active (comment): rate → rating_low'],
    [`nps:9:${RECEIPT}`, 'active: rate → rating_high'],
    [`nps:0:${RECEIPT}`, 'active (comment): rate → rating_low'],
    [`nps:11:${RECEIPT}`, 'active: → menu'],
    [`nps::${RECEIPT}`, 'active: → menu'],
    [`rate:9:${RECEIPT}`, 'active: → menu'],
    ['rate_later', 'active: → '],
    [`yes:${RECEIPT}`, 'active: confirm → confirmed'],
    [`no:${RECEIPT}`, 'active: confirm → confirmed'],
    ['yes:1', 'active: → menu'],
    ['forget_ask', 'active: → forget_ask'],
    ['forget_yes', 'forgotten: forget → forgotten'],
    ['link', 'active: → link'],
    ['link_code', 'active: → link_code'],
    ['link_enter', 'active (link): → link_enter'],
    [`link_yes:${RECEIPT}`, 'active: link → linked'],
    ['link_yes:1', 'active: → menu'],
    ['language', 'active: → language'],
    ['lang:xx', 'active: → menu'],
    ['shops', 'active: → shops'],
    [`shop:${RECEIPT}`, 'active: choose → home'],
    ['nonsense', 'active: → menu'],
  ])('%s', (name, expected) => {
    expect(told(chat(), act(name))).toBe(expected)
  })

  test('the four questions follow one another, known ones left out', () => {
    expect(told(asking('first_name'), text('Олена'))).toBe('active (birthday): profile → ask')
    expect(told(asking('birthday'), text('14.05.1990'))).toBe('active (gender): profile → ask')
    expect(told(asking('birthday'), text('31.02.1990'))).toBe('active (birthday): → bad_date')
    expect(told(asking('birthday'), text('14.05.2030'))).toBe('active (birthday): → bad_date')
    expect(told(asking('gender'), act('gender:female'))).toBe('active (city): profile → ask')
    expect(told(asking('city'), act('city:Львів'))).toBe('active: profile → profile_done')
    expect(told(asking('city'), act('city'))).toBe('active (city_text): → ask_city_text')
    expect(told(asking('city_text'), text('Суми'))).toBe('active: profile → profile_done')
    expect(told(asking('first_name'), act('skip'))).toBe('active (birthday): → ask')
    const known = ['birthday', 'gender'] as const
    expect(told(asking('first_name', { known }), text('Олена'))).toBe(
      'active (city): profile → ask',
    )
  })

  test('a code is read with its spaces, may be tried again, and is nobody’s question', () => {
    const typed = (said: string) => told(asking('link'), text(said))
    expect(typed('4829 1331')).toBe('active (link): look_at_link → link_offer')
    expect(typed('4829-1331')).toBe('active (link): look_at_link → link_offer')
    expect(typed('482 913')).toBe('active (link): → link_not_code')
    expect(typed('де мій код?')).toBe('active (link): → link_not_code')
    expect(told(asking('link'), act('menu'))).toBe('active: → menu')
    expect(told(chat(), text('48291331'))).toBe('active: → fallback')
    expect(told(chat({ step: 'phone' }), act('link_enter'))).toBe('phone: → consent')
  })

  test('texts are answers, questions to the shop, or nothing we understand', () => {
    expect(told(asking('question'), text('Коли ви відкриваєтесь'))).toBe('active: write → sent')
    expect(told(asking('comment'), text('Довго чекала'))).toBe('active: comment → rating_thanks')
    expect(told(chat(), text('Ви працюєте?'))).toBe('active: → ask_shop')
    expect(told(chat(), text('ок'))).toBe('active: → fallback')
    const question = { ...emptyMemory, question: 'Ви працюєте?' }
    expect(told(chat({ memory: question }), act('write'))).toBe('active: write → sent')
  })

  test('a link is followed at once', () => {
    const slug = 'abcdefgh'
    const start = (payload: Chat['memory']['payload']): Event => ({ kind: 'start', payload })
    expect(told(chat(), start({ kind: 'confirm', slug, receipt_id: RECEIPT }))).toContain(
      '→ confirm',
    )
    expect(told(chat(), start({ kind: 'flyer', slug, flyer_id: RECEIPT }))).toContain('→ flyer')
    expect(told(chat(), start({ kind: 'pos', slug, source: '', claim: RECEIPT }))).toContain(
      '→ claim',
    )
    for (const view of ['points', 'invite'] as const) {
      const link = writePayload({ kind: 'view', slug, view })
      expect(told(chat(), start(readPayload(link)))).toContain(`→ ${view}`)
    }
    expect(told(chat(), start(null))).toContain('→ home')
  })
})

const long = (letters: number) => 'Щ*<&'.repeat(letters).slice(0, letters)

/** The longest that an owner or a shop can make everything. */
const facts: Facts = {
  shop: {
    ...{ id: RECEIPT, name: long(80), greeting: long(500), cashback: 500, currency_sign: '₴' },
    join_gift: { amount: 5000, until: '2026-12-21' },
    ...{ profile_gift: 2000, rules_text: long(20_000), menu: MENU, max_pay_percent: 5000 },
    contact: { phone: '+380671112233', username: 'kava_na_rozi' },
    review_url: `https://search.google.com/local/writereview?placeid=${'x'.repeat(200)}`,
    ...{ hours: '8:00–21:00', open_now: false, shared: true },
  },
  buyer: {
    ...{ id: RECEIPT, first_name: long(80), blocked: false, card_code: '2712345678901' },
    ...{ available: 12_345_67, pending: 100, debt: 50 },
    expiring: Array.from({ length: 9 }, () => ({ date: '2026-11-28', amount: 3000 })),
    level: { name: long(40), percent: 700, next: { name: long(40), left: 260_000 } },
    stamps: Array.from({ length: 5 }, (_, gifts) => ({ name: long(60), count: 4, goal: 6, gifts })),
    notify: { marketing: true, bonuses: false, rating: true },
  },
  joined: { created: true },
  claim: { total: 57_000, earned: 2800 },
  code: { spoken: '48291312', qr: '2800482913127', minutes: 2 },
  history: {
    items: Array.from({ length: 5 }, (_, number) => ({
      ...{
        number,
        card_id: RECEIPT,
        at: 1_790_000_000_000,
        place: long(60),
        total: 57_000,
        kind: 'accrual',
      },
      changes: [1700, -23_000],
    })),
    ...{ page: 0, pages: 6 },
  },
  why: { kind: 'spend', amount: -500, at: 1_790_000_000_000, sentences: Array(30).fill(long(120)) },
  promotions: Array.from({ length: 3 }, () => ({
    ...{ name: long(60), description: long(300), until: '2026-11-30' },
  })),
  points: Array.from({ length: 9 }, () => ({
    ...{ name: long(60), address: long(140), phone: '+380671112233', open_until: '21:00' },
    ...{ distance: 123, map: 'https://www.google.com/maps/search/?api=1&query=50.45,30.52' },
  })),
  invite: {
    ...{ friend: 5000, inviter: 5000, min_receipt: 20_000, invited: 3, earned: 10_000 },
    link: `https://t.me/kava_bot?start=fabcdefghjk_${'a'.repeat(32)}`,
  },
  flyer: { amount: 5000, code: 'ВЕСНА2026' },
  confirmation: { receipt_id: RECEIPT, amount: 23_000, code: '1043', waits: true },
  confirmed: { status: 'done', amount: 23_000 },
  link_code: { code: '48291312', minutes: 10 },
  link_offer: {
    ...{ status: 'found', offer: { id: RECEIPT, phone: '•• 22-33', available: 12_345_67 } },
  },
  linked: 'done',
  shops: Array.from({ length: 10 }, () => ({ id: RECEIPT, name: long(80) })),
}

const screens: Screen[] = [
  ...(['welcome', 'consent', 'not_own', 'bad_phone', 'later', 'waiting_help', 'rules'] as const),
  ...(['marketing', 'marketing_on', 'marketing_off', 'home', 'menu', 'fallback'] as const),
  ...(['profile_offer', 'profile_done', 'ask_city_text', 'bad_text', 'bad_date'] as const),
  ...(['card', 'balance', 'how_to_spend', 'promotions', 'news', 'invite', 'contact'] as const),
  ...(['ask_location', 'sent', 'language', 'language_set', 'settings', 'forget_ask'] as const),
  ...(['link', 'link_code', 'link_enter', 'link_not_code', 'link_offer', 'linked'] as const),
  ...(['forgotten', 'stopped', 'rating_low', 'rating_high', 'rating_thanks', 'shops'] as const),
].map((show) => ({ show }) as Screen)
screens.push(
  { show: 'joined', claim: RECEIPT },
  ...(['first_name', 'birthday', 'gender', 'city'] as const).map(
    (field) => ({ show: 'ask', field, step: 1, of: 4 }) as const,
  ),
  { show: 'points', at: null },
  { show: 'points', at: { lat: 50, lng: 30 } },
  { show: 'history', page: 0 },
  { show: 'why', number: 3, card_id: null, page: 0 },
  { show: 'promotion', index: 2 },
  { show: 'flyer', flyer_id: RECEIPT },
  { show: 'confirm', receipt_id: RECEIPT },
  { show: 'confirmed', receipt_id: RECEIPT },
  { show: 'claim', receipt_id: RECEIPT },
  { show: 'ask_shop', text: long(1000) },
)

/** What Telegram and Viber would say of a screen with everything as long as it can be. */
describe.each(textLanguages)(
  'every screen is within the limits of both messengers in %s',
  (language) => {
    const words = wordsIn(language, defaultProgram())
    test.each(screens.map((screen) => [screen.show, screen] as const))('%s', (_name, screen) => {
      const message = screenMessage(screen, facts, words)
      const outgoing = { ...message, tapped: null, language }
      // A key that no catalogue has would be shown as it is.
      expect(message.text).not.toMatch(/bot:|\{\{/)
      const { payload } = telegramCall('1', outgoing, { menu: menuLabels(language), card: null })
      const sent = payload as { text?: string; caption?: string; reply_markup?: object }
      checkText(sent.text ?? sent.caption, message.picture ? CAPTION_MAX : TEXT_MAX)
      for (const button of message.rows.flat()) {
        if ('act' in button)
          expect(Buffer.byteLength(button.act ?? '')).toBeLessThanOrEqual(DATA_BYTES_MAX)
      }
      const wires = viberMessages(outgoing, {
        sender: long(60),
        menu: menuButtons(language),
        picture_url: 'https://verta.test/bot-pictures/x/card.png',
      })
      expect(wires.length).toBeLessThanOrEqual(2)
      for (const wire of wires) {
        checked(wire)
        expect(Buffer.byteLength(JSON.stringify(wire))).toBeLessThan(VIBER_JSON_MAX)
      }
    })
  },
)

test('the day of birth is chosen on the card’s page where Telegram can open it', () => {
  const words = wordsIn('uk', defaultProgram())
  const question: Screen = { show: 'ask', field: 'birthday', step: 2, of: 4 }
  const outgoing = { ...screenMessage(question, facts, words), tapped: null, language: 'uk' }
  const inTelegram = (card: string | null) =>
    JSON.stringify(telegramCall('1', outgoing, { menu: [], card }).payload)
  const page = 'https://verta.test/tg/card?client=1'
  expect(inTelegram(page)).toContain(`"web_app":{"url":"${page}&ask=birthday"}`)
  expect(inTelegram(null)).not.toContain('Вибрати день')
  const context = { sender: 'Кава', menu: menuButtons('uk'), picture_url: null }
  const keys = viberMessages(outgoing, context).map(checked)[0]?.keyboard?.Buttons ?? []
  expect(keys.map(({ ActionBody }) => ActionBody)).toEqual([expect.stringContaining('skip')])
})

test('in Viber promotions and points stand side by side, and a tap tells one whole', () => {
  const words = wordsIn('uk', defaultProgram())
  const context = { sender: 'Кава', menu: menuButtons('uk'), picture_url: null }
  const wiresOf = (screen: Screen) =>
    viberMessages({ ...screenMessage(screen, facts, words), tapped: null, language: 'uk' }, context)
  const [promotions, ...more] = wiresOf({ show: 'promotions' }).map(checked)
  expect(more).toEqual([])
  const keys = promotions?.rich_media?.Buttons ?? []
  expect(keys).toHaveLength(6)
  expect(keys[0]?.Text).toMatch(/^<b>Щ.*<\/b>/)
  expect(keys[3]?.ActionBody).toBe(keys[2]?.ActionBody)
  expect(keys[3]?.ActionBody).toContain('promotion:1')
  expect(keys[3]?.Text).toContain('Докладніше')
  expect(checked(wiresOf({ show: 'promotion', index: 1 })[0] ?? {}).type).toBe('text')
  const points = checked(wiresOf({ show: 'points', at: null })[0] ?? {})
  expect(points.rich_media?.Buttons.map(({ ActionType }) => ActionType)).toContain('open-url')
  const below = points.keyboard?.Buttons.map(({ ActionType }) => ActionType)
  expect(below).not.toContain('open-url')
})

/**
 * The conversation, both messengers alike: the state of a chat and what happened in it become the
 * next state, acts (what changes elsewhere) and screens (what is shown). Knows no texts and no
 * figures: those come with the screens.
 */
import { cut } from '#contract/plain-text.ts'
import { readBirthday, readName } from './answer-rules.ts'
import {
  emptyMemory,
  type Act,
  type Chat,
  type Event,
  type Memory,
  type ProfileField,
  type Screen,
  type Turn,
} from './chat-rules.ts'
import { tapActs } from './post-rules.ts'
import { starsOfScore } from './rating-rules.ts'
import type { Payload } from './rules.ts'

/** What the chat becomes, does and shows after an event. */
export function converse(chat: Chat, event: Event): Turn {
  const turn: Turn = { step: chat.step, memory: { ...chat.memory }, acts: [], screens: [] }
  if (event.kind === 'blocked' || event.kind === 'unblocked') {
    return { ...turn, acts: [{ do: 'block', blocked: event.kind === 'blocked' }] }
  }
  if (event.kind === 'start') return started(chat, turn, event.payload)
  if (event.kind === 'act') {
    const everywhere = actAnywhere(turn, event.act)
    if (everywhere) return everywhere
  }
  return chat.step === 'active' ? talk(chat, turn, event) : join(chat, turn, event)
}

/** Whether a turn has to know what the buyer has answered before: the four questions only. */
export function asksForAnswers(memory: Memory, event: Event): boolean {
  if (event.kind !== 'act') return memory.asking !== null
  return ['profile', 'skip', 'gender', 'city'].includes(split(event.act)[0])
}

const showing = (turn: Turn, ...screens: Screen[]): Turn => ({ ...turn, screens })
const forgetting = (turn: Turn): Turn => ({
  ...turn,
  memory: { ...turn.memory, asking: null, about: null, missed: 0, question: null },
})

function started(chat: Chat, turn: Turn, payload: Payload | null): Turn {
  if (chat.step !== 'active') {
    const memory = { ...emptyMemory, payload: payload ?? chat.memory.payload }
    return showing({ ...turn, step: 'consent', memory }, { show: 'welcome' })
  }
  return showing(forgetting(turn), opened(payload))
}

/** What a link shows somebody who has a card. */
function opened(payload: Payload | null): Screen {
  if (payload?.kind === 'pos' && payload.claim !== null) {
    return { show: 'claim', receipt_id: payload.claim }
  }
  if (payload?.kind === 'flyer') return { show: 'flyer', flyer_id: payload.flyer_id }
  if (payload?.kind === 'confirm') return { show: 'confirm', receipt_id: payload.receipt_id }
  if (payload?.kind === 'view') {
    return payload.view === 'points' ? { show: 'points', at: null } : { show: 'invite' }
  }
  return { show: 'home' }
}

const LANGUAGES = new Set(['ua-UA', 'ru-RU', 'en', 'de', 'fr', 'es', 'es-MX', 'zh-CN'])

/** What works in every state. */
function actAnywhere(turn: Turn, act: string): Turn | null {
  const [name, value = ''] = split(act)
  if (name === 'language') return showing(turn, { show: 'language' })
  if (name === 'shops') return showing(turn, { show: 'shops' })
  if (name === 'lang' && LANGUAGES.has(value)) {
    return {
      ...turn,
      acts: [{ do: 'language', language: value }],
      screens: [{ show: 'language_set' }],
    }
  }
  if (name === 'shop' && UUID.test(value)) {
    const acts: Act[] = [{ do: 'choose', organization_id: value }]
    return { ...turn, acts, screens: [{ show: 'home' }] }
  }
  if (name === 'rules') return showing(turn, { show: 'rules' })
  return null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function split(act: string): [string, ...string[]] {
  const [name = '', ...values] = act.split(':')
  return [name, ...values]
}

/** Before there is a card. Anything else than what is asked repeats the prompt once, then helps. */
function join(chat: Chat, turn: Turn, event: Event): Turn {
  if (chat.step === 'forgotten' || chat.step === 'new') {
    return showing({ ...turn, step: 'consent' }, { show: 'welcome' })
  }
  const heard: Turn = { ...turn, memory: { ...turn.memory, missed: 0 } }
  if (event.kind === 'act' && event.act === 'get_card') {
    return showing({ ...heard, step: 'phone' }, { show: 'consent' })
  }
  if (event.kind === 'act' && event.act === 'later') {
    return showing({ ...heard, step: 'consent' }, { show: 'later' })
  }
  if (event.kind === 'contact') return contacted(chat, heard, event)
  const missed = chat.memory.missed + 1
  const again: Turn = { ...turn, memory: { ...turn.memory, missed } }
  if (missed > 1) return showing(again, { show: 'waiting_help' })
  return showing(again, { show: chat.step === 'phone' ? 'consent' : 'welcome' })
}

/** The phone proves who joins; only the sender's own does. */
function contacted(chat: Chat, turn: Turn, event: Event & { kind: 'contact' }): Turn {
  if (!event.own) return showing({ ...turn, step: 'phone' }, { show: 'not_own' })
  if (event.phone === null) return showing({ ...turn, step: 'phone' }, { show: 'bad_phone' })
  const { payload } = chat.memory
  const inviter_id = payload?.kind === 'friend' ? payload.inviter_id : null
  const claim = payload?.kind === 'pos' ? payload.claim : null
  const next = opened(payload)
  const after: Screen =
    next.show === 'flyer' || next.show === 'confirm' ? next : { show: 'marketing' }
  return {
    step: 'active',
    memory: emptyMemory,
    acts: [{ do: 'join', phone: event.phone, inviter_id }],
    screens: [{ show: 'joined', claim }, after],
  }
}

/** With a card. */
function talk(chat: Chat, turn: Turn, event: Event): Turn {
  switch (event.kind) {
    case 'act':
      return acted(chat, turn, event.act)
    case 'text':
      return chat.memory.asking === null ? said(turn, event.text) : answered(chat, turn, event.text)
    case 'location':
      return showing(forgetting(turn), { show: 'points', at: { lat: event.lat, lng: event.lng } })
    case 'contact':
      return showing(forgetting(turn), { show: 'home' })
    default:
      return showing(turn, { show: 'fallback' })
  }
}

const plain = [
  ...(['card', 'balance', 'how_to_spend', 'promotions', 'news', 'invite', 'menu'] as const),
  ...(['settings', 'forget_ask', 'link', 'link_code'] as const),
]

function acted(chat: Chat, turn: Turn, act: string): Turn {
  const [name, first = '', second = '', third = ''] = split(act)
  const free = forgetting(turn)
  const screen = plain.find((one) => one === name)
  if (screen) return { ...showing(free, { show: screen }), acts: tapActs(act) }
  switch (name) {
    case 'history':
      return showing(free, { show: 'history', page: numberOf(first) })
    case 'why':
      return showing(free, {
        ...{ show: 'why', number: numberOf(first), page: numberOf(second) },
        card_id: UUID.test(third) ? third : null,
      })
    case 'promotion':
      return showing(free, { show: 'promotion', index: numberOf(first) })
    case 'news_item':
      return showing(free, { show: 'news_item', index: numberOf(first) })
    case 'points':
      return showing(free, { show: 'points', at: null })
    case 'near':
      return showing(free, { show: 'ask_location' })
    case 'contact':
      return showing(asking(free, 'question'), { show: 'contact' })
    case 'write':
      return write(chat, free)
    case 'link_enter':
      return showing(asking(free, 'link'), { show: 'link_enter' })
    case 'profile':
      return nextQuestion(chat.known, free, null)
    case 'skip':
      return skipped(chat, turn)
    case 'gender':
    case 'city':
      return chosen(chat, turn, name, first)
    default:
      return decided(free, name, first, second)
  }
}

/** Taps that change something elsewhere. */
function decided(turn: Turn, name: string, first: string, second: string): Turn {
  const does = (act: Act, ...screens: Screen[]): Turn => ({ ...turn, acts: [act], screens })
  switch (name) {
    case 'ads':
      return does(
        { do: 'marketing', given: first === 'yes' },
        { show: first === 'yes' ? 'marketing_on' : 'marketing_off' },
        { show: 'profile_offer' },
      )
    case 'no_ads':
    case 'stop':
      return does({ do: 'marketing', given: false }, { show: 'stopped' })
    case 'toggle':
      if (first !== 'bonuses' && first !== 'rating' && first !== 'marketing') break
      return does({ do: 'notify', what: first }, { show: 'settings' })
    case 'yes':
    case 'no':
      if (!UUID.test(first)) break
      return does(
        { do: 'confirm', receipt_id: first, answer: name },
        { show: 'confirmed', receipt_id: first },
      )
    case 'link_yes':
      if (!UUID.test(first)) break
      return does({ do: 'link', code_id: first }, { show: 'linked' })
    case 'rate':
      return rated(turn, numberOf(first), second, null)
    case 'nps': {
      if (!/^(\d|10)$/.test(first)) break
      const score = Number(first)
      return rated(turn, starsOfScore(score), second, score)
    }
    case 'rate_later':
      return showing(turn)
    case 'forget_yes':
      return {
        step: 'forgotten',
        memory: emptyMemory,
        acts: [{ do: 'forget' }],
        screens: [{ show: 'forgotten' }],
      }
  }
  return showing(turn, { show: name === 'start' || name === 'get_card' ? 'home' : 'menu' })
}

function rated(turn: Turn, stars: number, receipt_id: string, score: number | null): Turn {
  if (stars < 1 || stars > 5 || !UUID.test(receipt_id)) return showing(turn, { show: 'menu' })
  const acts: Act[] = [{ do: 'rate', receipt_id, stars, score }]
  if (stars > 3) return { ...turn, acts, screens: [{ show: 'rating_high' }] }
  const memory: Memory = { ...turn.memory, asking: 'comment', about: receipt_id }
  return { ...turn, memory, acts, screens: [{ show: 'rating_low' }] }
}

/** Sends the text that looked like a question. */
function write(chat: Chat, turn: Turn): Turn {
  const { question } = chat.memory
  if (question === null) return showing(asking(turn, 'question'), { show: 'contact' })
  return { ...turn, acts: [{ do: 'write', text: question }], screens: [{ show: 'sent' }] }
}

const asking = (turn: Turn, what: Memory['asking']): Turn => ({
  ...turn,
  memory: { ...turn.memory, asking: what },
})

/** A text that nobody asked for: perhaps a question to the shop. */
function said(turn: Turn, text: string): Turn {
  const words = text.trim().split(/\s+/).length
  if (!text.includes('?') && words < 4) return showing(turn, { show: 'fallback' })
  const memory = { ...turn.memory, question: cut(text, QUESTION_MAX) }
  return showing({ ...turn, memory }, { show: 'ask_shop', text: memory.question })
}

const QUESTION_MAX = 1000
const ORDER: readonly ProfileField[] = ['first_name', 'birthday', 'gender', 'city']

/** The profile field after this one that is not known; none: done. */
function nextQuestion(
  known: readonly ProfileField[],
  turn: Turn,
  after: ProfileField | null,
): Turn {
  const from = after === null ? 0 : ORDER.indexOf(after) + 1
  const field = ORDER.slice(from).find((one) => !known.includes(one))
  if (!field) return { ...forgetting(turn), screens: [{ show: 'profile_done' }] }
  const step = ORDER.indexOf(field) + 1
  return { ...asking(turn, field), screens: [{ show: 'ask', field, step, of: ORDER.length }] }
}

const fieldAsked = (what: Memory['asking']): ProfileField | null =>
  what === 'city_text' ? 'city' : (ORDER.find((field) => field === what) ?? null)

function skipped(chat: Chat, turn: Turn): Turn {
  const field = fieldAsked(chat.memory.asking)
  return field ? nextQuestion(chat.known, turn, field) : showing(forgetting(turn), { show: 'menu' })
}

/** A choice among buttons for the gender or the city. */
function chosen(chat: Chat, turn: Turn, field: 'gender' | 'city', value: string): Turn {
  if (field === 'city' && value === '') {
    return showing(asking(turn, 'city_text'), { show: 'ask_city_text' })
  }
  if (field === 'gender' && value !== 'female' && value !== 'male') {
    return nextQuestion(chat.known, turn, 'gender')
  }
  return kept(chat, turn, field, value)
}

const kept = (chat: Chat, turn: Turn, field: ProfileField, value: string): Turn => ({
  ...nextQuestion(chat.known, turn, field),
  acts: [{ do: 'profile', field, value }],
})

/** The text that was asked for. */
function answered(chat: Chat, turn: Turn, text: string): Turn {
  const { asking: what, about } = chat.memory
  const said_text = cut(text, QUESTION_MAX)
  if (what === 'question') {
    return {
      ...forgetting(turn),
      acts: [{ do: 'write', text: said_text }],
      screens: [{ show: 'sent' }],
    }
  }
  if (what === 'comment' && about !== null) {
    const acts: Act[] = [{ do: 'comment', receipt_id: about, text: said_text }]
    return { ...forgetting(turn), acts, screens: [{ show: 'rating_thanks' }] }
  }
  if (what === 'link') return linkCode(turn, said_text)
  if (what === 'birthday') {
    const birthday = readBirthday(text)
    return birthday === null || birthday > chat.today
      ? showing(turn, { show: 'bad_date' })
      : kept(chat, turn, 'birthday', birthday)
  }
  const field = fieldAsked(what)
  const value = readName(text)
  if (!field || field === 'gender') return said(forgetting(turn), text)
  return value === null ? showing(turn, { show: 'bad_text' }) : kept(chat, turn, field, value)
}

/** The next text may be another try: nothing else is asked until something is tapped. */
function linkCode(turn: Turn, text: string): Turn {
  const code = text.replaceAll(/[\s-]/g, '')
  if (!/^[1-9]\d{7}$/.test(code)) return showing(turn, { show: 'link_not_code' })
  return { ...turn, acts: [{ do: 'look_at_link', code }], screens: [{ show: 'link_offer' }] }
}

function numberOf(text: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** Screens of joining two cards of one person: a code from the chat of one, typed in the other. */
import type { Screen } from './chat-rules.ts'
import { backRow, type Facts, type Words } from './facts-rules.ts'
import type { Button, Message } from './message-rules.ts'

export function linkScreens(screen: Screen, facts: Facts, words: Words): Message | null {
  const { say } = words
  switch (screen.show) {
    case 'link':
      return {
        text: say('bot:link'),
        rows: [
          [
            { text: say('bot:link_code_button'), act: 'link_code', columns: 3 },
            { text: say('bot:link_enter_button'), act: 'link_enter', columns: 3 },
          ],
          backRow(words),
        ],
        replaces: true,
      }
    case 'link_code':
      return ownCode(facts, words)
    case 'link_enter':
    case 'link_not_code':
      return { text: say(`bot:${screen.show}`), rows: [backRow(words)] }
    case 'link_offer':
      return offer(facts, words)
    case 'linked':
      return linked(facts, words)
    default:
      return null
  }
}

function ownCode({ link_code: own }: Facts, words: Words): Message {
  const { say } = words
  if (!own) return { text: say('bot:link_wait'), rows: [backRow(words)] }
  const code = `${own.code.slice(0, 4)} ${own.code.slice(4)}`
  const path = `${say('bot:menu_settings')} → ${say('bot:link_button')}`
  return {
    text: say('bot:link_code', { code, minutes: own.minutes, path }),
    rows: [backRow(words)],
  }
}

/** What would be joined, before it is. */
function offer({ link_offer: found }: Facts, words: Words): Message {
  const { say, bonuses } = words
  if (found?.status !== 'found') {
    return { text: say(whyNot[found?.status ?? 'wrong']), rows: [backRow(words)] }
  }
  const { id, phone, available } = found.offer
  const rows: Button[][] = [
    [
      { text: say('bot:link_yes'), act: `link_yes:${id}`, tone: 'good', columns: 3 },
      { text: say('bot:confirm_no'), act: 'menu', columns: 3 },
    ],
  ]
  return {
    text: say('bot:link_offer', { phone: phone ?? '••', bonuses: bonuses(available) }),
    rows,
  }
}

function linked({ linked: how, buyer }: Facts, words: Words): Message {
  const { say, bonuses } = words
  if (how !== 'done' || !buyer) {
    return { text: say(whyNot[how === 'done' ? 'late' : (how ?? 'late')]), rows: [backRow(words)] }
  }
  const text = say('bot:linked', { bonuses: bonuses(buyer.available) })
  return { text, rows: [backRow(words)], replaces: true }
}

const whyNot = {
  wrong: 'bot:link_wrong',
  late: 'bot:link_wrong',
  same: 'bot:link_same',
  blocked: 'bot:buyer_blocked',
  wait: 'bot:link_wait',
} as const

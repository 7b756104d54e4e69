/**
 * What a screen says, from its facts: plain data in, messages out. Every text comes from `words`,
 * every figure from `facts`.
 * Source: design/screens.md §7.2 (the numbers in comments are its texts).
 */
import { cardScreens } from './card-screen-rules.ts'
import type { Screen } from './chat-rules.ts'
import { menuRows, type Facts, type Words } from './facts-rules.ts'
import { joinScreens } from './join-screen-rules.ts'
import { linkScreens } from './link-screen-rules.ts'
import type { Message } from './message-rules.ts'
import { shopScreens } from './shop-screen-rules.ts'

type Part = (screen: Screen, facts: Facts, words: Words) => Message | null

const parts: readonly Part[] = [joinScreens, cardScreens, linkScreens, shopScreens]

/** The message of a screen. */
export function screenMessage(screen: Screen, facts: Facts, words: Words): Message {
  for (const part of parts) {
    const message = part(screen, facts, words)
    if (message) return message
  }
  return { text: words.say('bot:menu_title'), rows: menuRows(facts, words), replaces: true }
}

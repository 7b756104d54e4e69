import { expect, test } from 'vitest'
import { textIn, textLanguages } from '#server/io/text.ts'
import {
  managedFacts,
  managedMessage,
  managedSaying,
  readManaged,
  suggestBot,
} from './managed-rules.ts'
import { telegramCall, telegramUpdate, TEXT_MAX } from './telegram-rules.ts'

const who = { id: 7, first_name: 'Олена', language_code: 'uk' }
const chat = { id: 7, type: 'private' }
const bot = { id: 900, username: 'kava_bot' }
const read = (content: object) => readManaged(telegramUpdate.parse({ update_id: 5, ...content }))
const said = (content: object) => read({ message: { message_id: 1, from: who, chat, ...content } })

test('a link of ours, the update and the message of a new bot are read, other things are not', () => {
  const by = { key: '5', user_id: '7', language: 'ua-UA' }
  const token = 'A_-9'.repeat(11).slice(0, 43)
  expect(said({ text: `/start m${token}` })).toEqual({ ...by, kind: 'start', token })
  const made = { ...by, kind: 'made', managed_id: '900', username: 'kava_bot' }
  expect(read({ managed_bot: { user: who, bot } })).toEqual(made)
  expect(said({ managed_bot_created: { bot } })).toEqual(made)
  for (const text of ['/start', `/start m${token}x`, '/start mabcd', `m${token}`]) {
    expect(said({ text })).toBeNull()
  }
  const group = { id: -1, type: 'group' }
  const message = { message_id: 1, from: who, chat: group, text: `/start m${token}` }
  expect(read({ message })).toBeNull()
})

test.each([
  ['Кава на Розі', 'kava_na_rozi_x7y8_bot'],
  ['Щедрий Їжак', 'shchedryi_izhak_x7y8_bot'],
  ['Café №1 «Où?»', 'cafe_1_ou_x7y8_bot'],
  ['24 години', 'hodyny_x7y8_bot'],
  ['咖啡', 'card_x7y8_bot'],
  ['Найсмачніша кавʼярня міста Лева', 'naismachnisha_kaviar_x7y8_bot'],
])('a username of %s is one that Telegram takes: %s', (shop, username) => {
  expect(suggestBot(shop, 'x7y8')).toEqual({ name: shop, username })
  expect(username).toMatch(/^[a-z]\w{1,28}bot$/)
})

test('whatever is told fits into a message of Telegram in every language', () => {
  const facts = managedFacts.parse({ shop: 'Ш'.repeat(80), name: 'Кава', username: 'kava_bot' })
  for (const language of textLanguages) {
    for (const saying of managedSaying.options) {
      const message = managedMessage(saying, facts, textIn(language), false)
      expect(message.text.length).toBeLessThan(500)
      expect(message.text.length).toBeLessThan(TEXT_MAX)
      expect(message.text).not.toContain('{{')
      const outgoing = { ...message, tapped: null, language }
      const { payload } = telegramCall('7', outgoing, { menu: [], card: null })
      expect(payload).toMatchObject({
        reply_markup:
          saying === 'ask'
            ? { keyboard: [[{ request_managed_bot: { suggested_username: 'kava_bot' } }]] }
            : { remove_keyboard: true },
      })
    }
  }
})

import { describe, expect, test } from 'vitest'
import { buttonFaults, postButton, type LedButton, type PostButton } from './post-rules.ts'
import { DATA_BYTES_MAX, telegramCall } from './telegram-rules.ts'

const none: LedButton = { button_text: null, button_url: null, button_leads_to: 'url' }
const faults = (button: Partial<PostButton>) =>
  buttonFaults({ ...none, button_product_id: null, ...button }).map(
    ({ path, code }) => `${path} ${code}`,
  )
const PRODUCT = '01930000-0000-7000-8000-000000000001'

describe('the button of a post', () => {
  test('is whole with an address, with the card, with a product, or absent', () => {
    expect(faults({})).toEqual([])
    expect(faults({ button_text: 'Меню', button_url: 'https://kava.ua' })).toEqual([])
    expect(faults({ button_text: 'Моя картка', button_leads_to: 'card' })).toEqual([])
    const product = { button_leads_to: 'product' as const, button_product_id: PRODUCT }
    expect(faults({ button_text: 'Лате', ...product })).toEqual([])
  })

  test('is refused by halves, and with two places to lead to', () => {
    expect(faults({ button_text: 'Меню' })).toEqual(['button_url required'])
    expect(faults({ button_url: 'https://kava.ua' })).toEqual(['button_text required'])
    expect(faults({ button_leads_to: 'card' })).toEqual(['button_text required'])
    const both = { button_text: 'Меню', button_url: 'https://kava.ua' }
    expect(faults({ ...both, button_leads_to: 'card' })).toEqual(['button_url invalid'])
    expect(faults({ ...both, button_product_id: PRODUCT })).toEqual(['button_product_id invalid'])
    expect(faults({ button_leads_to: 'product' })).toEqual([
      'button_text required',
      'button_product_id required',
    ])
    expect(faults({ ...both, button_leads_to: 'product' })).toEqual([
      'button_url invalid',
      'button_product_id required',
    ])
  })

  test('opens the card’s page where Telegram opens pages, and asks the bot for it elsewhere', () => {
    const rows = postButton({ ...none, button_text: 'Картка', button_leads_to: 'card' })
    const message = { text: 'Вітаємо', rows, tapped: null, language: 'ua-UA' }
    const keysOver = (card: string | null) => telegramCall('1', message, { menu: [], card }).payload
    const url = 'https://verta.test/tg/card?client=1'
    expect(keysOver(url)).toMatchObject({
      reply_markup: { inline_keyboard: [[{ text: 'Картка', web_app: { url } }]] },
    })
    expect(keysOver(null)).toMatchObject({
      reply_markup: { inline_keyboard: [[{ text: 'Картка', callback_data: 'card' }]] },
    })
  })

  test('carries whose tap it is: in its address, or in the act where no address can be opened', () => {
    const tap = { token: 'a'.repeat(59), link: `https://verta.test/r/${'a'.repeat(59)}` }
    const to_card = { ...none, button_text: 'Картка', button_leads_to: 'card' as const }
    const keyOver = (card: string | null, link: string | null) => {
      const rows = postButton(to_card, { ...tap, link })
      const message = { text: 'Вітаємо', rows, tapped: null, language: 'ua-UA' }
      const { payload } = telegramCall('1', message, { menu: [], card })
      return (payload as { reply_markup: { inline_keyboard: unknown[][] } }).reply_markup
        .inline_keyboard[0]?.[0]
    }
    const page = 'https://verta.test/tg/card?client=1'
    expect(keyOver(page, tap.link)).toEqual({ text: 'Картка', web_app: { url: tap.link } })
    const callback_data = `card:${tap.token}`
    expect(keyOver(null, null)).toEqual({ text: 'Картка', callback_data })
    expect(Buffer.byteLength(callback_data)).toBe(DATA_BYTES_MAX)
    const menu = { ...none, button_text: 'Меню', button_url: 'https://kava.ua' }
    expect(postButton(menu, tap)).toEqual([[{ text: 'Меню', url: tap.link }]])
    expect(postButton(menu, { ...tap, link: null })).toEqual([
      [{ text: 'Меню', url: 'https://kava.ua' }],
    ])
  })
})

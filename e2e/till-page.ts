/** The till as a cashier sees it: its fields by their labels, its sentences by their roles. */
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page } from './browser.ts'

/** Slower than any scanner: the till takes faster typing for one. */
const HAND_MS = 45

export const tillOf = (page: Page) => ({
  login: page.getByRole('textbox', { name: 'Логін' }),
  pin: page.getByLabel('PIN', { exact: true }),
  buyer: page.getByRole('textbox', { name: 'Телефон або код покупця' }),
  amount: page.getByRole('textbox', { name: 'Сума чека' }),
  spend: page.getByRole('textbox', { name: 'Списати бонуси' }),
  buyer_block: page.getByRole('region', { name: 'Покупець' }),
  receipt: page.getByRole('region', { name: 'Чек ·' }),
  confirm: page.getByRole('button', { name: 'Підтвердити' }),
  done: page.getByRole('heading', { name: 'Готово' }),
})

/** Types as a hand does, into whatever has the focus. */
export const type = (page: Page, text: string) => page.keyboard.type(text, { delay: HAND_MS })

/** Opens the till and signs the cashier in. */
export async function openTill(page: Page, { cashier }: Pick<RemoteShop, 'cashier'>) {
  const till = tillOf(page)
  await page.goto('/pos_interface')
  await till.login.fill(cashier.login)
  await till.pin.fill(cashier.pin)
  await expect(till.buyer).toBeFocused()
  return till
}

/**
 * What a hand scanner types while the system is on a Ukrainian layout where the digits need Shift:
 * the keys are those of digits, the characters are not. The events are the browser's own, so the
 * field in focus really gets them.
 */
export async function scan(page: Page, digits: string): Promise<void> {
  const characters = '№єїґщшжюбх'
  const keyboard = await page.context().newCDPSession(page)
  const press = (key: string, code: string, text: string) => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code }),
  ]
  await Promise.all([
    ...digits.split('').flatMap((digit) => {
      const character = characters[Number(digit)] ?? digit
      return press(character, `Digit${digit}`, character)
    }),
    ...press('Enter', 'Enter', '\r'),
  ])
}

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

/** Between two keys of a scanner. */
const SCANNER_MS = 5

/**
 * What a hand scanner types while the system is on a Ukrainian layout where the digits need Shift:
 * the keys are those of digits, the characters are not. The events are the browser's own, so the
 * field in focus really gets them, and they carry a scanner's times. The page is held busy while
 * they come in, so that a slow machine hands them over together, as they would come from a scanner.
 */
export async function scan(page: Page, digits: string): Promise<void> {
  const characters = '№єїґщшжюбх'
  const keyboard = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  const press = (key: string, code: string, text: string) => {
    at += SCANNER_MS / 1000
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text, timestamp: at }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, timestamp: at }),
    ]
  }
  await Promise.all([
    page.evaluate((ms) => {
      const until = performance.now() + ms
      while (performance.now() < until);
    }, 300),
    ...digits.split('').flatMap((digit) => {
      const character = characters[Number(digit)] ?? digit
      return press(character, `Digit${digit}`, character)
    }),
    ...press('Enter', 'Enter', '\r'),
  ])
  await keyboard.detach()
}

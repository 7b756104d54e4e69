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

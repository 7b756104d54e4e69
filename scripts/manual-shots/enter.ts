/** How the scripts that show the product come in: as the demo owner, as its cashier, as nobody. */
import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { demoAccess } from '../../server/demo/ensure-demo-shop.ts'

export const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** Signs in and answers the id of the demo shop, where it is known. */
export async function enter(page: Page, who: 'owner' | 'cashier' | 'newcomer'): Promise<string> {
  if (who === 'owner') return enterOwner(page)
  if (who === 'cashier') await enterCashier(page)
  return ''
}

async function enterOwner(page: Page): Promise<string> {
  const { email, password } = demoAccess.owner
  await page.goto('/auth/login')
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await page.waitForURL(/\/(land|organizations)/)
  const answer = await page.request.get('/api/v1/organizations?page=1&limit=1000')
  const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
  const [shop] = data.items
  if (!shop) throw new Error('there is no demo shop')
  return shop.id
}

async function enterCashier(page: Page): Promise<void> {
  await page.goto('/pos_interface')
  await page.getByRole('textbox', { name: 'Логін' }).fill(demoAccess.cashier.login)
  await page.getByLabel('PIN', { exact: true }).fill(demoAccess.cashier.pin)
  await page.getByRole('textbox', { name: 'Телефон або код покупця' }).waitFor()
}

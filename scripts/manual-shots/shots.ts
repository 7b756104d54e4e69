/** What the pictures of the manual show, in the order in which they are taken. */
import type { Page } from '@playwright/test'

export type Shot = {
  /** The file, without `.webp`. */
  name: string
  /** Brings the page to what is to be seen. `id` is the demo shop's. */
  act(page: Page, id: string): Promise<void>
  /** Without the rail at the left, so that the page itself is larger. */
  page_only?: boolean
}

const at =
  (path: string) =>
  async (page: Page, id: string): Promise<void> => {
    await page.goto(path.replace('{id}', id))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
const open = (name: string, path: string): Shot => ({ name, act: at(path), page_only: true })
const then = (name: string, path: string, act: (page: Page) => Promise<void>): Shot => ({
  name,
  async act(page, id) {
    await at(path)(page, id)
    await act(page)
  },
})

export const ownerShots: readonly Shot[] = [
  { name: 'organizations', act: at('/organizations') },
  open('overview', '/organizations/main/{id}'),
  open('profile', '/organizations/main/{id}?tab=profile'),
  open('points', '/organizations/pos/{id}'),
  then('cashiers', '/organizations/pos/{id}', async (page) => {
    await page
      .getByRole('button', { name: /^Відкрити «/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Касири' }).click()
    await page.getByRole('button', { name: 'Додати касира' }).first().waitFor()
  }),
  open('settings-general', '/organizations/settings/{id}?tab=general'),
  open('settings-bonuses', '/organizations/settings/{id}?tab=bonuses'),
  then('replay', '/organizations/settings/{id}?tab=bonuses', async (page) => {
    await page.getByRole('textbox', { name: 'Оплата бонусами до' }).fill('30')
    await page.getByRole('button', { name: 'Спробувати на минулих чеках' }).click()
    await page.getByRole('button', { name: 'Порахувати', exact: true }).click()
    await page.getByText('Витрати на програму').first().waitFor({ timeout: 60_000 })
  }),
  open('discount', '/organizations/discount/{id}'),
  open('moving', '/organizations/moving/{id}'),
  open('catalog', '/organizations/min-price/{id}'),
  then('import', '/organizations/min-price/{id}', async (page) => {
    await page.getByRole('button', { name: 'Імпорт' }).first().click()
    await page.getByRole('dialog').waitFor()
  }),
  open('promotions', '/organizations/promotions/{id}'),
  open('promotion-new', '/organizations/promotions/{id}/new?kind=stamp'),
  then('welcome', '/organizations/welcome-bonuses/{id}', async (page) => {
    await page.getByRole('button', { name: 'Увімкнути рекомендоване' }).click()
  }),
  open('buyers', '/organizations/buyers/list/{id}'),
  then('buyer', '/organizations/buyers/list/{id}', async (page) => {
    await page.getByRole('row').nth(1).click()
    await page.getByRole('tab', { name: 'Історія' }).waitFor()
  }),
  then('segment', '/organizations/buyers/list/{id}', async (page) => {
    await page.getByRole('button', { name: 'Зібрати сегмент' }).click()
    const drawer = page.getByRole('dialog', { name: 'Кого показати' })
    await drawer.getByRole('button', { name: 'Додати умову' }).first().click()
    await page.getByRole('menuitem', { name: 'Кількість чеків' }).click()
    await page.waitForTimeout(600)
  }),
  then('import-buyers', '/organizations/buyers/list/{id}', async (page) => {
    await page.getByRole('button', { name: 'Імпорт' }).first().click()
    await page.getByRole('dialog').waitFor()
  }),
  then('news', '/organizations/news/{id}?post=new', async (page) => {
    await page.getByRole('textbox', { name: 'Назва' }).fill('Гарбузове лате повернулося')
    await page
      .getByRole('textbox', { name: 'Текст' })
      .fill('Від сьогодні **гарбузове лате** в обох кавʼярнях. Питайте на касі!')
  }),
  then('mailing', '/organizations/manual-notifications/{id}?post=new', async (page) => {
    await page.getByRole('textbox', { name: 'Назва' }).fill('Давно не були')
    await page
      .getByRole('textbox', { name: 'Текст' })
      .fill('{імʼя|Друже}, на картці {баланс}. Чекаємо на каву!')
    await page.getByText(/^Отримають/).waitFor()
  }),
  open('auto', '/organizations/auto-notifications/{id}'),
  open('tariff', '/organizations/licenses/{id}/tariff'),
  open('bots', '/organizations/bots/{id}'),
  open('card-design', '/organizations/buyers/client_card/{id}'),
  open('receipts', '/organizations/reports/receipts/{id}'),
  then('receipt', '/organizations/reports/receipts/{id}', async (page) => {
    await page.getByRole('row').nth(2).click()
    await page.getByRole('dialog').waitFor()
  }),
  open('period', '/organizations/transaction-reports/{id}'),
  open('transactions', '/organizations/reports/transactions/{id}'),
  open('report-options', '/organizations/reports/receipts/transactionesoptions'),
  open('audit', '/organizations/audit/{id}'),
  { name: 'account', act: at('/account') },
  { name: 'security', act: at('/account/security') },
]

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
/** Slower than any scanner: the till takes faster typing for one. */
const HAND = { delay: 60 }
/** The demo shop's most frequent guest. */
const REGULAR = '0672000000'

export const tillShots: readonly Shot[] = [
  {
    name: 'till-sale',
    async act(page) {
      await page.keyboard.type(REGULAR, HAND)
      await page.getByRole('button', { name: 'Інший покупець' }).waitFor()
      await field(page, 'Сума чека').click()
      await page.keyboard.type('570', HAND)
      await page.getByRole('button', { name: 'Підтвердити' }).waitFor()
      await page.keyboard.press('F4')
    },
  },
  {
    name: 'till-done',
    async act(page) {
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Готово' }).waitFor()
    },
  },
  {
    name: 'till-receipts',
    async act(page) {
      await page.keyboard.press('F8')
      await page.getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: 'Скасувати чек' }).waitFor()
    },
  },
  {
    name: 'till-cancel',
    async act(page) {
      await page.getByRole('button', { name: 'Скасувати чек' }).click()
      await page.getByRole('button', { name: 'Не скасовувати' }).waitFor()
    },
  },
  {
    name: 'till-shift',
    async act(page) {
      await page.getByRole('button', { name: 'Не скасовувати' }).click()
      await page.keyboard.press('F9')
      await page.getByRole('heading', { name: 'Зміна' }).first().waitFor()
    },
  },
  {
    name: 'till-keys',
    async act(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Клавіші' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

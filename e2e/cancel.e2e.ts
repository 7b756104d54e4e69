import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Locator, type Page, signIn, test } from './browser.ts'
import { addBuyer, balanceOf, change, entriesOf, receiptsOf, sell } from './selling.ts'
import { openTill, tillOf, type } from './till-page.ts'

type Buyer = Awaited<ReturnType<typeof addBuyer>>
/** What the dialog tells the person who decides: bonuses back, bonuses taken, balance before and after. */
type Estimate = { returned: number; withdrawn: number; before: number; after: number }

/** A number as the pages print it. */
const figure = (text: string | undefined) =>
  Number((text ?? '0').replace(/\s/g, '').replace(',', '.'))
const NUMBER = String.raw`(\d[\d\s]*(?:,\d+)?)`

const textOf = async (dialog: Locator) => (await dialog.innerText()).replace(/\s+/g, ' ')
const readEstimate = async (dialog: Locator) => estimateIn(await textOf(dialog))

function estimateIn(text: string): Estimate {
  const [, before, after] = new RegExp(`Баланс: ${NUMBER} → ${NUMBER}`).exec(text) ?? []
  return {
    returned: figure(new RegExp(`Повернемо покупцеві ${NUMBER}`).exec(text)?.[1]),
    withdrawn: figure(new RegExp(`Знімемо ${NUMBER}`).exec(text)?.[1]),
    before: figure(before),
    after: figure(after),
  }
}

/** Sums of the wire's decimals, exact to the kopeck. */
const exact = (amounts: number[]) =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100
const held = async (shop: RemoteShop, buyer: Buyer) => {
  const { available, pending } = await balanceOf(shop, buyer.id)
  return exact([available, pending])
}

/** What the buyer had before the cancellation. */
type Before = { balance: number; entries: number }

async function lookBefore(shop: RemoteShop, buyer: Buyer): Promise<Before> {
  return {
    balance: await held(shop, buyer),
    entries: (await entriesOf(shop, buyer.id)).length,
  }
}

/** The ledger's own change is exactly what the dialog has said. */
async function expectAsEstimated(
  shop: RemoteShop,
  buyer: Buyer,
  estimate: Estimate,
  before: Before,
): Promise<void> {
  const fresh = (await entriesOf(shop, buyer.id)).slice(0, -before.entries)
  // What could not be taken from the balance is in the debt.
  const sum = (kind: string) =>
    exact(
      fresh
        .filter((entry) => entry.kind === kind)
        .flatMap(({ amount, debt_change }) => [amount, -debt_change]),
    )
  const after = await held(shop, buyer)
  expect({
    returned: sum('spend_return'),
    withdrawn: -sum('accrual_reversal'),
    before: before.balance,
    after,
  }).toEqual(estimate)
  expect(exact(fresh.map(({ amount }) => amount))).toBe(exact([after, -before.balance]))
}

/** A buyer with 300 bonuses who bought for 570 and took 100 off. */
async function soldTo(shop: RemoteShop, name: string) {
  await change(shop, 'general', { spend_confirmation: 'none' })
  const buyer = await addBuyer(shop, name, 300)
  await sell(shop, buyer.phone, 570, 100)
  return { buyer, known: await lookBefore(shop, buyer) }
}

async function openTillDialog(page: Page, shop: RemoteShop) {
  await openTill(page, shop)
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: '570,00 ₴' }).click()
  await page.getByRole('button', { name: 'Скасувати чек' }).click()
  const dialog = page.getByRole('dialog', { name: 'Скасувати чек' })
  await expect(dialog.getByText('Баланс:')).toBeVisible()
  return dialog
}

const submitOf = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Скасувати чек', exact: true })

test('at the till a whole cancellation does what its estimate says', async ({ page, shop }) => {
  const { buyer, known } = await soldTo(shop, 'Марта')
  await makeSenior(shop)
  const dialog = await openTillDialog(page, shop)
  const estimate = await readEstimate(dialog)
  expect(estimate).toMatchObject({ returned: 100 })
  expect(estimate.withdrawn).toBeGreaterThan(0)
  await expect(submitOf(dialog)).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Повернення товару' }).check()
  await submitOf(dialog).click()
  await expect(dialog).toBeHidden()
  await expectAsEstimated(shop, buyer, estimate, known)
  expect((await receiptsOf(shop))[0]?.status).toBe('cancelled')
})

test('at the till a part of the sum is cancelled as estimated', async ({ page, shop }) => {
  const { buyer, known } = await soldTo(shop, 'Орися')
  await makeSenior(shop)
  const dialog = await openTillDialog(page, shop)
  const whole = await readEstimate(dialog)
  await dialog.getByText('Частину суми').click()
  await dialog.getByRole('textbox', { name: 'Сума повернення' }).fill('190')
  await expect(dialog.getByText('Повернемо покупцеві 33')).toBeVisible()
  const estimate = await readEstimate(dialog)
  expect(estimate.returned).toBeLessThan(whole.returned)
  await dialog.getByRole('radio', { name: 'Помилка в сумі' }).check()
  await submitOf(dialog).click()
  await expect(dialog).toBeHidden()
  await expectAsEstimated(shop, buyer, estimate, known)
  expect((await receiptsOf(shop))[0]?.status).toBe('partially_cancelled')
})

test('a sale to the wrong buyer is moved to the right one in one go', async ({ page, shop }) => {
  const { buyer, known } = await soldTo(shop, 'Влада')
  const right = await addBuyer(shop, 'Ліна')
  await makeSenior(shop)
  const dialog = await openTillDialog(page, shop)
  const estimate = await readEstimate(dialog)
  await dialog.getByRole('radio', { name: 'Не той покупець' }).check()
  await expect(dialog.getByRole('switch', { name: 'Перенести на іншого покупця' })).toBeChecked()
  await submitOf(dialog).click()
  await expect(dialog).toBeHidden()
  await expectAsEstimated(shop, buyer, estimate, known)

  const till = tillOf(page)
  await expect(till.amount).toHaveValue('570')
  await expect(till.buyer).toBeFocused()
  await type(page, right.phone)
  await expect(till.buyer_block).toContainText('Ліна')
  await till.confirm.click()
  await expect(till.done).toBeVisible()
  const receipts = await receiptsOf(shop)
  expect(receipts.map(({ status, buyer_name, gross }) => [status, buyer_name, gross])).toEqual([
    ['completed', 'Ліна', 570],
    ['cancelled', 'Влада', 570],
  ])
})

async function openCabinetDialog(page: Page, shop: RemoteShop) {
  await signIn(page, shop)
  await page.goto(`/organizations/reports/receipts/${shop.organization_id}`)
  await page.getByRole('row').filter({ hasText: '570,00 ₴' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скасувати чек' }).click()
  const dialog = page.getByRole('dialog', { name: 'Скасувати чек' })
  await expect(dialog.getByText('Баланс:')).toBeVisible()
  return dialog
}

test('in the cabinet a whole cancellation does what its estimate says', async ({ page, shop }) => {
  const { buyer, known } = await soldTo(shop, 'Ярина')
  const dialog = await openCabinetDialog(page, shop)
  const estimate = await readEstimate(dialog)
  expect(estimate).toMatchObject({ returned: 100 })
  await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('Повернення товару')
  await submitOf(dialog).click()
  await expect(page.getByText('Чек скасовано')).toBeVisible()
  await expectAsEstimated(shop, buyer, estimate, known)
  await expect(page.getByRole('row').filter({ hasText: '570,00 ₴' })).toContainText('Скасовано')
})

test('in the cabinet a part of the sum is cancelled as estimated', async ({ page, shop }) => {
  const { buyer, known } = await soldTo(shop, 'Мирон')
  const dialog = await openCabinetDialog(page, shop)
  await dialog.getByText('Частину', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Сума повернення' }).fill('190')
  await expect(dialog.getByText('Повернемо покупцеві 33')).toBeVisible()
  const estimate = await readEstimate(dialog)
  await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('Помилка в сумі')
  await submitOf(dialog).click()
  await expect(page.getByText('Частину чека скасовано')).toBeVisible()
  await expectAsEstimated(shop, buyer, estimate, known)
})

test('bonuses spent meanwhile become a debt, exactly as the dialog warns', async ({
  page,
  shop,
}) => {
  await change(shop, 'general', { spend_confirmation: 'none' })
  const buyer = await addBuyer(shop, 'Захар')
  await sell(shop, buyer.phone, 570)
  const { available } = await balanceOf(shop, buyer.id)
  await sell(shop, buyer.phone, 200, available)
  const known = await lookBefore(shop, buyer)

  const dialog = await openCabinetDialog(page, shop)
  const text = await textOf(dialog)
  const warned = figure(new RegExp(`${NUMBER} стане боргом`).exec(text)?.[1])
  expect(warned).toBeGreaterThan(0)
  await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('Повернення товару')
  await submitOf(dialog).click()
  await expect(page.getByText('Чек скасовано')).toBeVisible()
  await expectAsEstimated(shop, buyer, estimateIn(text), known)
  expect((await balanceOf(shop, buyer.id)).debt).toBe(warned)
})

/** The receipts of these tests are another's, so the cashier needs the right to cancel them. */
async function makeSenior(shop: RemoteShop) {
  const { body } = await shop.owner.call('POST', '/api/v1/pos/get-cash-register-users', {
    pos_id: shop.pos_id,
  })
  const { items } = (body as { data: { items: { id: string; login: string | null }[] } }).data
  const id = items.find(({ login }) => login === shop.cashier.login)?.id
  const answer = await shop.owner.call('POST', '/api/v1/pos/update-cash-register-user', {
    id,
    role: 'senior',
  })
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
}

import * as products from '#contract/products.ts'
import * as promotions from '#contract/promotions.ts'
import { addProduct } from '#server/features/catalog/save-product.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { updateBonuses, updateGeneral } from '#server/features/program/update-settings.ts'
import { createPromotion } from '#server/features/promotions/create-promotion.ts'
import type { Io } from '#server/io/io.ts'
import { demoProducts } from './demo-products.ts'

const coffee = { all: false, barcodes: [], skus: [], categories: ['Кава'] }

/** What the demo shop runs, in units of the wire. */
const demoPromotions = [
  {
    type: 2,
    body: {
      name: 'Кожна сьома кава в подарунок',
      description: 'Шість чашок за два місяці — наступна за наш рахунок.',
      products: coffee,
      effect: {
        ...{ kind: 'stamp', count: 'units', goal: 6, within_days: 60, gift_days: 30 },
        ...{ gift: { kind: 'product' }, once_per_day: false, repeat: true },
      },
    },
  },
  {
    type: 3,
    body: {
      name: 'Подвійні бонуси у вівторок',
      description: 'З 15:00 до 17:00, коли в залі тихо.',
      weekdays: [2],
      time_from: '15:00',
      time_to: '17:00',
      effect: { kind: 'multiplier', times: 2 },
    },
  },
] as const

/** Sets everything an owner sets before the first sale: levels, the catalogue, two promotions. */
export async function setUpDemo(io: Io, owner: Owner, organization: Organization) {
  const level = (name: string, min_turnover: number, cashback_percent: number) => ({
    ...{ name, min_turnover, cashback_percent, discount_percent: 0, max_pay_percent: null },
  })
  await updateBonuses(io, owner, organization, {
    version: 1,
    expiry_days: 60,
    levels: [
      { ...level('Бронзовий', 0, 500), number: 1 },
      level('Срібний', 2_000_00, 700),
      level('Золотий', 5_000_00, 1000),
    ],
  })
  await updateGeneral(io, owner, organization, { version: 1, products_in_receipt: 'optional' })
  for (const product of demoProducts) {
    await addProduct(io, organization, products.createProduct.body.parse(product))
  }
  for (const { type, body } of demoPromotions) {
    const asked = promotions.createPromotion.body.parse({ ...body, status: 'running' })
    await createPromotion(io, owner, organization, type, asked)
  }
}

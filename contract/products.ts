/**
 * The catalogue: what a shop sells, and below what its discounts and bonuses may not go.
 *
 * A catalogue is optional: bonuses work from the sum of a receipt. Money is in minor units inside,
 * percents in basis points; `value` of a minimum price is either, by its kind.
 * Source: seed §7 "Products"; spec/api.md "Promotions, products"; design/screens.md §5.5.
 */
import { z } from 'zod'
import { BARCODE_PATTERN, hasRightCheckDigit } from './barcode.ts'
import { endpoint } from './endpoint.ts'
import {
  MARKUP_PERCENT_MAX,
  MIN_PRICES_MAX,
  minPriceKinds,
  type MinPriceKind,
} from './min-price.ts'
import { day, id, line, moment, money, pageOf, pageQuery, paragraph, percent } from './wire.ts'

export const productUnit = z.enum(['piece', 'kg', 'litre', 'service'])
export type ProductUnit = z.output<typeof productUnit>

const value_max: Record<MinPriceKind, number> = {
  absolute: Number.MAX_SAFE_INTEGER,
  percent_of_price: 100_00,
  cost_plus_percent: MARKUP_PERCENT_MAX * 100,
}

const minPrice = z
  .strictObject({
    kind: z.enum(minPriceKinds),
    value: money.describe('Money, or percent: of the price, or above the cost.'),
    pos_ids: z.array(id).max(200).default([]).describe('Where it holds; none: everywhere.'),
    date_from: day.nullable().default(null),
    date_to: day.nullable().default(null),
  })
  .refine(({ kind, value }) => value <= value_max[kind], { path: ['value'], message: 'too_big' })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ['date_to'],
    message: 'out_of_range',
  })

/** What a link may be: a page on the web, never a script or a file. */
const link = line(0, 500).refine(
  (text) => /^https:\/\/[^\s/]+\.[^\s/]+/i.test(text) && URL.canParse(text),
  'not_a_url',
)

const barcode = z
  .string()
  .trim()
  .regex(BARCODE_PATTERN, 'invalid')
  .refine(hasRightCheckDigit, 'wrong_check_digit')

const productFields = {
  barcode: barcode.nullable(),
  sku: line(1, 40).nullable(),
  category: line(1, 80).nullable(),
  unit: productUnit,
  price: money,
  cost: money.nullable(),
  min_prices: z.array(minPrice).max(MIN_PRICES_MAX),
  image: z.string().max(200).nullable(),
  link: link.nullable(),
  description: paragraph(500),
  active: z.boolean(),
  visible_in_bot: z.boolean(),
  exclude_discount: z.boolean(),
  exclude_accrual: z.boolean(),
  exclude_spend: z.boolean(),
  accrual_percent: percent.nullable(),
}
const productName = line(2, 120)

export const product = z.object({
  id,
  organization_id: id,
  name: z.string(),
  ...productFields,
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  category: z.string().nullable(),
  link: z.string().nullable(),
  /** The highest floor of one unit that any of its rules gives; null: no rule. */
  floor: money.nullable(),
  created_at: moment,
  updated_at: moment,
})
export type Product = z.output<typeof product>

/** Which products a list shows and a bulk change touches. */
const productFilter = {
  q: line(0, 80).optional().describe('A part of the name, of the article or of the barcode.'),
  category: line(1, 80).optional(),
  min_price: z
    .enum(['without', 'above_price'])
    .optional()
    .describe('Without a minimum price, or with one above the price.'),
}

const ofOrganization = z.strictObject({ organization_id: id })
const productParams = z.strictObject({ id })

export const productSort = z.enum([
  'name',
  '-name',
  'category',
  '-category',
  'price',
  '-price',
  'floor',
  '-floor',
  'updated_at',
  '-updated_at',
])

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/v1/products',
  summary: 'The products of an organization',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    ...productFilter,
    active: z.enum(['true', 'false']).optional(),
    has_link: z.enum(['true', 'false']).optional(),
    sort: productSort.default('name'),
    ...pageQuery(),
  }),
  response: pageOf(product),
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/v1/products',
  summary: 'Add a product',
  access: 'owner',
  query: ofOrganization,
  body: z.strictObject({ name: productName, ...z.object(productFields).partial().shape }),
  response: product,
  status: 201,
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/v1/products/{id}',
  summary: 'One product',
  access: 'owner',
  params: productParams,
  response: product,
})

export const updateProduct = endpoint({
  method: 'PATCH',
  path: '/api/v1/products/{id}',
  summary: 'Change a product; `min_prices` are given whole',
  access: 'owner',
  params: productParams,
  body: z.strictObject({
    name: productName.optional(),
    ...z.object(productFields).partial().shape,
  }),
  response: product,
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/api/v1/products/{id}',
  summary: 'Delete a product; receipts keep what they were told of it',
  access: 'owner',
  params: productParams,
})

export const updateProductLink = endpoint({
  method: 'POST',
  path: '/api/v1/products/update-link',
  summary: 'Set the link of a product that the bot shows; https only, null takes it away',
  access: 'owner',
  body: z.strictObject({ product_id: id, link: link.nullable() }),
  response: product,
})

export const tillProduct = z.object({
  id,
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  name: z.string(),
  category: z.string().nullable(),
  unit: productUnit,
  price: money,
})
export type TillProduct = z.output<typeof tillProduct>

export const findTillProducts = endpoint({
  method: 'GET',
  path: '/pos-api/v1/products',
  summary:
    'What the shop sells: by a scanned code, or by a part of the name; none without a catalogue',
  access: 'cashier',
  query: z.strictObject({
    barcode: line(1, 40).optional().describe('A barcode or an article, whole.'),
    q: line(0, 80).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.object({ items: z.array(tillProduct) }),
})

const category = z.object({ name: z.string(), products_count: z.int() })
export type ProductCategory = z.output<typeof category>

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/v1/products/categories',
  summary: 'The categories of the products, by name',
  access: 'owner',
  query: ofOrganization,
  response: z.object({ items: z.array(category) }),
})

export const setMinPrice = endpoint({
  method: 'POST',
  path: '/api/v1/products/set-min-price',
  summary: 'Set the minimum price of many products; with `preview` only count them',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    percent: percent.describe('Of the price of each.'),
    ...productFilter,
    preview: z.boolean().default(false),
  }),
  response: z.object({
    changed: z.int().describe('Products whose minimum price is, or would be, another.'),
  }),
})

/** What a shop has beside its sales: products, promotions, files being brought in, an act on many, an archive, a replay, bots. */
import { formOf } from './form.ts'
import type { Answer, Browser } from './identity.ts'

export type Stock = {
  product_id: string
  /** A product that other requests do not need. */
  spare_product_id: string
  promotion_id: string
  /** A draft that other requests do not need. */
  spare_promotion_id: string
  import_id: string
  buyer_import_id: string
  receipt_import_id: string
  bulk_id: string
  archive_id: string
  replay_id: string
  bot_id: string
  /** A bot that other requests do not need. */
  spare_bot_id: string
  post_id: string
  /** News that other requests do not need. */
  spare_post_id: string
  /** The short name of the shop's link. */
  slug: string
}

const idOf = async (answered: Promise<Answer>): Promise<string> => {
  const { status, data, body } = await answered
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return data.id
}

/** Adds one of each, and a second of what a request may delete. */
export async function stockShop(
  { inject }: Pick<Browser, 'inject'>,
  organization_id: string,
): Promise<Stock> {
  const of = `organization_id=${organization_id}`
  const product = (name: string) => idOf(inject('POST', `/api/v1/products?${of}`, { name }))
  const effect = { kind: 'multiplier', times: 2 }
  const promotion = (name: string) =>
    idOf(inject('POST', `/api/v1/promotions?${of}&type=3`, { name, effect }))
  const file = formOf(Buffer.from('Назва;Ціна\nМокко;70\n'))
  const bot = (name: string) => idOf(inject('POST', `/api/v1/bots?${of}`, { name }))
  const post = (title: string) =>
    idOf(inject('POST', `/api/v1/posts?${of}`, { type: 'news', title, text: 'Нове меню' }))
  const bot_id = await bot('Кава')
  const { data: shown } = await inject('GET', `/api/v1/bots/${bot_id}`)
  const imports = `/api/v1/products/imports?${of}&file_name=a.csv`
  const people = formOf(Buffer.from('Телефон;Баланс\n0671112233;70\n'))
  const sold = formOf(Buffer.from('Дата;Сума\n21.11.2025;70\n'))
  const past = `/api/v1/receipts/imports?${of}&file_name=c.csv`
  const buyer_imports = `/api/v1/buyers/imports?${of}&file_name=b.csv`
  return {
    product_id: await product('Капучино'),
    spare_product_id: await product('Чай'),
    promotion_id: await promotion('Подвійні'),
    spare_promotion_id: await promotion('Тихі'),
    import_id: await idOf(inject('POST', imports, file.body, file.headers)),
    buyer_import_id: await idOf(inject('POST', buyer_imports, people.body, people.headers)),
    receipt_import_id: await idOf(inject('POST', past, sold.body, sold.headers)),
    bulk_id: await idOf(
      inject('POST', '/api/v1/buyers/bulk', {
        organization_id,
        whom: { list: {} },
        act: { kind: 'export' },
      }),
    ),
    archive_id: await idOf(inject('POST', '/api/v1/archives', { organization_id })),
    replay_id: await idOf(inject('POST', `/api/v1/settings/replays?${of}`, {})),
    bot_id,
    spare_bot_id: await bot('Запасний'),
    post_id: await post('Меню'),
    spare_post_id: await post('Графік'),
    slug: shown.slug,
  }
}

/** How the columns of price lists are called in three languages, as `headingKey` compares them. */
import type { ImportField } from '#contract/product-import.ts'

export const columnNames: Record<ImportField, readonly string[]> = {
  barcode: ['штрихкод', 'штрих код', 'шк', 'ean', 'ean13', 'upc', 'gtin', 'barcode', 'bar code'],
  sku: [
    'артикул',
    'код товару',
    'код товара',
    'код',
    'sku',
    'article',
    'article number',
    'vendor code',
    'code',
  ],
  min_price_percent: [
    ...['мінімальна ціна %', 'мін ціна %', 'минимальная цена %', 'мин цена %'],
    ...['minimum price %', 'min price %', 'min price percent'],
  ],
  min_price: [
    ...['мінімальна ціна', 'мін ціна', 'минимальная цена', 'мин цена'],
    ...['minimum price', 'min price', 'floor'],
  ],
  cost: [
    ...[
      'собівартість',
      'закупівельна ціна',
      'ціна закупівлі',
      'ціна закупки',
      'закупка',
      'вхідна ціна',
    ],
    ...['себестоимость', 'закупочная цена', 'цена закупки', 'входящая цена'],
    ...['cost', 'cost price', 'purchase price'],
  ],
  price: [
    ...['ціна', 'ціна продажу', 'роздрібна ціна', 'вартість'],
    ...['цена', 'цена продажи', 'розничная цена', 'стоимость'],
    ...['price', 'retail price', 'sale price', 'selling price'],
  ],
  category: [
    ...['категорія', 'група', 'товарна група', 'група товарів', 'розділ'],
    ...['категория', 'группа', 'товарная группа', 'группа товаров', 'раздел'],
    ...['category', 'group', 'department'],
  ],
  unit: [
    ...['одиниця', 'одиниці', 'од', 'од вим', 'одиниця виміру'],
    ...['единица', 'единицы', 'ед', 'ед изм', 'единица измерения'],
    ...['unit', 'units', 'uom'],
  ],
  description: ['опис', 'описание', 'description'],
  link: ['посилання', 'ссылка', 'link', 'url'],
  active: [
    'у продажу',
    'в продажу',
    'активний',
    'в продаже',
    'активен',
    'активный',
    'on sale',
    'active',
  ],
  exclude_discount: ['без знижки', 'без скидки', 'no discount'],
  exclude_accrual: ['без нарахування', 'без начисления', 'no accrual', 'earns nothing'],
  exclude_spend: ['без списання', 'без списания', 'no spend', 'no bonuses'],
  accrual_percent: [
    'кешбек %',
    'кешбек',
    'кэшбек %',
    'кэшбэк %',
    'кэшбэк',
    'cashback %',
    'cashback',
  ],
  name: [
    ...['назва', 'назва товару', 'найменування', 'номенклатура', 'товар'],
    ...['название', 'наименование', 'название товара'],
    ...['name', 'product', 'product name', 'title', 'item'],
  ],
}

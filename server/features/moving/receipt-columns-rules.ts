/** How the columns of lists of receipts are called, as `headingKey` compares them. */
import type { ReceiptField } from '#contract/receipt-import.ts'

export const receiptColumns: Record<ReceiptField, readonly string[]> = {
  date: [
    ...['дата', 'дата і час', 'дата та час', 'дата чека', 'дата продажу', 'дата и время'],
    ...['дата чека', 'дата продажи', 'date', 'datetime', 'date time', 'receipt date', 'sale date'],
    ...['fecha', 'datum', '日期'],
  ],
  time: ['час', 'час чека', 'время', 'время чека', 'time', 'heure', 'hora', 'uhrzeit', '时间'],
  number: [
    ...['номер чека', 'чек', 'номер', 'чек №', '№', 'номер документа', 'документ'],
    ...['receipt', 'receipt number', 'receipt no', 'number', 'invoice', 'order', 'order number'],
  ],
  phone: [
    ...['телефон', 'номер телефону', 'телефон покупця', 'телефон клієнта', 'номер телефона'],
    ...['phone', 'phone number', 'mobile', 'customer phone'],
  ],
  card: ['картка', 'номер картки', 'код картки', 'карта', 'номер карты', 'card', 'card number'],
  pos: [
    ...['точка', 'точка продажу', 'магазин', 'заклад', 'каса', 'склад', 'точка продаж'],
    ...['заведение', 'касса', 'pos', 'point of sale', 'store', 'shop', 'location', 'outlet'],
  ],
  sum: [
    ...['сума чека', 'сума', 'разом', 'усього', 'всього', 'до сплати', 'сплачено'],
    ...['сумма чека', 'сумма', 'итого', 'всего', 'к оплате', 'оплачено'],
    ...['total', 'sum', 'amount', 'grand total', 'receipt total', 'paid'],
  ],
  product: ['товар', 'назва товару', 'назва', 'наименование', 'название', 'product', 'item'],
  barcode: ['штрихкод', 'штрих код', 'barcode', 'ean'],
  sku: ['артикул', 'код товару', 'код товара', 'sku', 'item code'],
  category: ['категорія', 'категория', 'category', 'item group'],
  quantity: ['кількість', 'к сть', 'количество', 'кол во', 'quantity', 'qty'],
  price: ['ціна', 'цена', 'price', 'unit price', 'rate'],
  line_sum: [
    ...['сума рядка', 'сума позиції', 'сума товару', 'сумма строки', 'сумма позиции'],
    ...['line total', 'line sum', 'subtotal'],
  ],
}

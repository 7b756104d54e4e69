/**
 * Files of buyers and receipts of known programs, by what is public of their headings (decision
 * 0056). Poster's receipts have no published headings: they go the way of any file.
 */
import type { BuyerField } from '#contract/buyer-import.ts'
import type { ReceiptField } from '#contract/receipt-import.ts'
import type { KnownProgram } from '#server/features/sheets/column-rules.ts'

/** Labels of `Customer`, github.com/frappe/erpnext, erpnext/selling/doctype/customer. */
const erpnextCustomers: KnownProgram<BuyerField> = {
  signs: ['customer name', 'customer group', 'mobile no'],
  columns: {
    phone: ['mobile no'],
    name: ['customer name'],
    tags: ['customer group'],
    city: ['territory'],
  },
}

/** Labels of `res.partner`, github.com/odoo/odoo, odoo/addons/base/models/res_partner.py. */
const odooContacts: KnownProgram<BuyerField> = {
  signs: ['name', 'phone', 'email', 'city'],
  columns: { phone: ['mobile', 'phone'], name: ['name'], tags: ['tags'], note: ['notes'] },
}

/**
 * Columns named in knowledge-base.joinposter.com, "How to change a customer group or reset purchase
 * totals for all customers".
 */
const posterCustomers: KnownProgram<BuyerField> = {
  signs: ['full name', 'customer group', 'purchase total'],
  columns: {
    name: ['full name'],
    tags: ['customer group'],
    turnover: ['purchase total'],
    balance: ['bonus', 'bonuses', 'bonus balance'],
  },
}

export const buyerPrograms = [erpnextCustomers, posterCustomers, odooContacts]

/**
 * Labels of `POS Invoice` and its items, github.com/frappe/erpnext,
 * erpnext/accounts/doctype/pos_invoice; a column of a table ends with its name in brackets. The
 * net total is without taxes, and the rounded one is what was paid only where rounding is on.
 */
const erpnextInvoices: KnownProgram<ReceiptField> = {
  signs: ['id', 'date', 'grand total'],
  columns: {
    date: ['date'],
    time: ['posting time'],
    number: ['id'],
    phone: ['mobile no'],
    card: [],
    pos: ['pos profile'],
    sum: ['grand total'],
    product: ['item name items'],
    sku: ['item items', 'item code items'],
    barcode: ['barcode items'],
    category: ['item group items'],
    quantity: ['quantity items', 'qty items'],
    price: ['rate items'],
    line_sum: ['amount items'],
  },
}

/** Labels of `pos.order` and its lines, github.com/odoo/odoo, addons/point_of_sale/models. */
const odooLines = {
  product: ['order lines product', 'lines product'],
  quantity: ['order lines quantity', 'lines quantity'],
  price: ['order lines unit price', 'lines unit price'],
  line_sum: ['order lines subtotal', 'order lines tax incl', 'lines subtotal'],
}
const odooOrder = (number: string): KnownProgram<ReceiptField> => ({
  signs: [number, 'date', 'total'],
  columns: {
    ...odooLines,
    date: ['date'],
    number: [number],
    phone: ['customer mobile', 'customer phone'],
    card: [],
    pos: ['point of sale'],
    sum: ['total'],
  },
})

export const receiptPrograms = [
  erpnextInvoices,
  odooOrder('receipt number'),
  odooOrder('receipt ref'),
  odooOrder('order ref'),
]

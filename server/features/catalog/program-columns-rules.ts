/** Lists of products of known programs, by what is public of their headings (decision 0056). */
import type { ImportField } from '#contract/product-import.ts'
import type { KnownProgram } from '#server/features/sheets/column-rules.ts'

/** Labels of `product.template`, github.com/odoo/odoo, addons/product/models. */
const odooProducts: KnownProgram<ImportField> = {
  signs: ['name', 'sales price', 'internal reference'],
  columns: {
    name: ['name'],
    sku: ['internal reference'],
    price: ['sales price'],
    cost: ['cost'],
    category: ['product category'],
    unit: ['unit of measure'],
  },
}

/** Labels of `Item`, github.com/frappe/erpnext, erpnext/stock/doctype/item. */
const erpnextItems: KnownProgram<ImportField> = {
  signs: ['item code', 'item name', 'item group'],
  columns: {
    name: ['item name'],
    sku: ['item code'],
    category: ['item group'],
    unit: ['default unit of measure'],
    price: ['standard selling rate'],
    cost: ['valuation rate'],
    barcode: ['barcode barcodes', 'barcode'],
  },
}

export const productPrograms = [odooProducts, erpnextItems]

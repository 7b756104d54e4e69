/** The product's name and the promises of its pages, said in one place only. */
export const BRAND = 'Верта'
/** The name for readers of the Latin script. */
export const BRAND_LATIN = 'Verta'

/** The usual markup of a small shop, %, and the largest share of a price that leaves a profit: m ÷ (1 + m). */
export const MARKUP = 40
export const PROFIT_LIMIT = (MARKUP / (100 + MARKUP)) * 100

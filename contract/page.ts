/** One page of a list, as every list call answers it. Pages are numbered from 1. */
export type Page<T> = { items: T[]; total: number; page: number; limit: number }

export const PAGE_LIMIT_DEFAULT = 50
export const PAGE_LIMIT_MAX = 1000

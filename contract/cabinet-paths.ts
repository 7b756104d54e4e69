/**
 * Every address below which the browser's own bundle has a page, in the router's notation: `$x` is
 * any one part. What is neither here nor in `site.ts` nor a file answers 404, so that robots and
 * people's bookmarks learn the truth. `checks/paths.test.ts` holds the list to `web/routes.tsx`.
 */
export const cabinetPaths = [
  '/auth',
  '/auth/login',
  '/auth/signup',
  '/auth/forgot',
  '/auth/reset-password/$token',
  '/auth/confirm-email/$token',
  '/auth/google',
  '/auth/facebook',
  '/payments/return/$payment',
  '/land',
  '/cities',
  '/admin',
  '/account',
  '/account/security',
  '/organizations',
  '/organizations/main/$id',
  '/organizations/settings/$id',
  '/organizations/discount/$id',
  '/organizations/min-price/$id',
  '/organizations/welcome-bonuses/$id',
  '/organizations/promotions/$id',
  '/organizations/promotions/$id/$promo_id',
  '/organizations/news/$id',
  '/organizations/manual-notifications/$id',
  '/organizations/auto-notifications/$id',
  '/organizations/bots/$id',
  '/organizations/pos/$id',
  '/organizations/licenses/$id',
  '/organizations/licenses/$id/tariff',
  '/organizations/licenses/$id/payments/$payment',
  '/organizations/buyers/list/$id',
  '/organizations/buyers/card/$id',
  '/organizations/buyers/client_card/$id',
  '/organizations/buyers/inbox/$id',
  '/organizations/transaction-reports/$id',
  '/organizations/reports/receipts/transactionesoptions',
  '/organizations/reports/receipts/$id',
  '/organizations/reports/transactions/$id',
  '/organizations/audit/$id',
  '/organizations/webhooks/$id',
  '/organizations/moving/$id',
] as const

const known = new RegExp(
  `^(?:${cabinetPaths.map((path) => path.replaceAll(/\$\w+/g, '[^/]+')).join('|')})/?$`,
)

/** True for an address where the browser's bundle has a page. */
export const isCabinetPath = (path: string): boolean => known.test(path)

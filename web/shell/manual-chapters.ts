/**
 * Which chapter of the manual tells of which page of the cabinet; the keys are the router's paths.
 * A page without a line here fails `checks/content.test.ts`: every screen brings its chapter.
 */
export const manualChapters: Record<string, string> = {
  '/land': 'start',
  '/cities': 'start',
  '/organizations': 'start',
  '/account': 'account',
  '/account/security': 'account',
  '/organizations/main/$id': 'overview',
  '/organizations/settings/$id': 'bonuses',
  '/organizations/discount/$id': 'discount',
  '/organizations/min-price/$id': 'catalog',
  '/organizations/welcome-bonuses/$id': 'gifts',
  '/organizations/promotions/$id': 'promotions',
  '/organizations/promotions/$id/$promo_id': 'promotions',
  '/organizations/pos/$id': 'points',
  '/organizations/licenses/$id': 'points',
  '/organizations/licenses/$id/tariff': 'points',
  '/organizations/licenses/$id/payments/$payment': 'points',
  '/admin': 'account',
  '/organizations/buyers/list/$id': 'buyers',
  '/organizations/buyers/card/$id': 'buyers',
  '/organizations/buyers/inbox/$id': 'bots',
  '/organizations/bots/$id': 'bots',
  '/organizations/auto-notifications/$id': 'notifications',
  '/organizations/buyers/client_card/$id': 'bots',
  '/organizations/reports/receipts/$id': 'receipts',
  '/organizations/reports/transactions/$id': 'reports',
  '/organizations/transaction-reports/$id': 'reports',
  '/organizations/audit/$id': 'reports',
  '/organizations/reports/receipts/transactionesoptions': 'reports',
}

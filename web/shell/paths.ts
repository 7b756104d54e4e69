/** Every address of the product, as functions, so that no page spells one by hand. */

const organization = (section: string) => (id: string) => `/organizations/${section}/${id}`

export const paths = {
  index: '/',
  till: '/pos_interface',
  profit: '/profit',
  user_manual: '/user_manual',
  license_agreement: '/license_agreement',
  conditions: (organization_id?: string) =>
    organization_id
      ? `/conditions_of_participation?org=${organization_id}`
      : '/conditions_of_participation',
  login: '/auth/login',
  signup: '/auth/signup',
  forgot: '/auth/forgot',
  land: '/land',
  cities: '/cities',
  account: '/account',
  security: '/account/security',
  organizations: '/organizations',
  overview: organization('main'),
  profile: (id: string) => `/organizations/main/${id}?tab=profile`,
  settings: organization('settings'),
  discount: organization('discount'),
  min_price: organization('min-price'),
  welcome_bonuses: organization('welcome-bonuses'),
  promotions: organization('promotions'),
  promotion: (id: string, promo_id: string) => `/organizations/promotions/${id}/${promo_id}`,
  buyers: organization('buyers/list'),
  buyer: (id: string, phone: string) =>
    `/organizations/buyers/card/${id}?phone=${encodeURIComponent(phone)}`,
  buyer_by_id: (id: string, buyer_id: string) => `/organizations/buyers/card/${id}?buyer=${buyer_id}`,
  client_card: organization('buyers/client_card'),
  news: organization('news'),
  manual_notifications: organization('manual-notifications'),
  auto_notifications: organization('auto-notifications'),
  bots: organization('bots'),
  pos: organization('pos'),
  licenses: organization('licenses'),
  tariff: (id: string) => `/organizations/licenses/${id}/tariff`,
  receipts: organization('reports/receipts'),
  receipt: (id: string, receipt_id: string) =>
    `/organizations/reports/receipts/${id}?receipt=${receipt_id}`,
  transactions: organization('reports/transactions'),
  transaction_reports: organization('transaction-reports'),
  report_options: '/organizations/reports/receipts/transactionesoptions',
} as const

/**
 * Takes a `redirect` only when it is a path of our own site, else answers the fallback.
 * `//evil.example` and `/\evil.example` are other origins to a browser, and control characters are
 * dropped by it before parsing, so the text is judged the way the browser will read it.
 */
export function ownPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return fallback
  const here = 'https://own.invalid'
  let url: URL
  try {
    url = new URL(wanted, here)
  } catch {
    return fallback
  }
  if (url.origin !== here || url.pathname.startsWith('//')) return fallback
  // Going back to the sign-in pages would be a circle.
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return fallback
  return url.pathname + url.search + url.hash
}

/** Every address of the product, as functions, so that no page spells one by hand. */

import { ownPath } from '#contract/redirect.ts'
import { DEVELOPERS_PATH } from '#contract/site.ts'

const organization = (section: string) => (id: string) => `/organizations/${section}/${id}`

export const paths = {
  index: '/',
  till: '/pos_interface',
  profit: '/profit',
  user_manual: '/user_manual',
  developers: DEVELOPERS_PATH,
  pos_api: '/pos-api/v1/doc',
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
  buyer_by_id: (id: string, buyer_id: string) =>
    `/organizations/buyers/card/${id}?buyer=${buyer_id}`,
  inbox: organization('buyers/inbox'),
  client_card: organization('buyers/client_card'),
  news: organization('news'),
  manual_notifications: organization('manual-notifications'),
  auto_notifications: organization('auto-notifications'),
  bots: organization('bots'),
  pos: organization('pos'),
  licenses: organization('licenses'),
  tariff: (id: string, license?: string) =>
    `/organizations/licenses/${id}/tariff${license ? `?license=${license}` : ''}`,
  payment: (id: string, payment_id: string) =>
    `/organizations/licenses/${id}/payments/${payment_id}`,
  admin: '/admin',
  receipts: organization('reports/receipts'),
  receipt: (id: string, receipt_id: string) =>
    `/organizations/reports/receipts/${id}?receipt=${receipt_id}`,
  transactions: organization('reports/transactions'),
  transaction_reports: organization('transaction-reports'),
  audit: organization('audit'),
  webhooks: organization('webhooks'),
  moving: organization('moving'),
  report_options: '/organizations/reports/receipts/transactionesoptions',
} as const

/**
 * Where to go after sign-in: the wanted `redirect` when it is a path of our own site, else the
 * fallback. The sign-in pages themselves would be a circle.
 */
export function wayBack(wanted: unknown, fallback: string): string {
  const path = typeof wanted === 'string' ? ownPath(wanted) : undefined
  return path === undefined || /^\/auth(?:[/?#]|$)/.test(path) ? fallback : path
}

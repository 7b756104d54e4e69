/**
 * Every route of the cabinet and of signing in; each page and its words load when first visited.
 * The public pages are documents of their own: `site-pages.tsx`.
 */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { auth, cabinet, page, returns, root } from './page-route.tsx'
import { requireAnonymous } from './shell/guard.ts'
import { paths } from './shell/paths.ts'

const socialReturn = () => import('./identity/social-return-page.tsx')

const authRoutes = [
  createRoute({
    getParentRoute: () => auth,
    path: '/',
    beforeLoad: ({ location }) => {
      throw redirect({ href: paths.login + location.searchStr })
    },
  }),
  page(auth, '/login', ['auth'], () => import('./identity/login-page.tsx'), 'LoginPage', {
    beforeLoad: requireAnonymous,
  }),
  page(auth, '/signup', ['auth'], () => import('./identity/signup-page.tsx'), 'SignupPage', {
    beforeLoad: requireAnonymous,
  }),
  page(auth, '/forgot', ['auth'], () => import('./identity/forgot-page.tsx'), 'ForgotPage'),
  page(
    auth,
    '/reset-password/$token',
    ['auth'],
    () => import('./identity/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  page(
    auth,
    '/confirm-email/$token',
    ['auth'],
    () => import('./identity/confirm-email-page.tsx'),
    'ConfirmEmailPage',
  ),
  // Google and Facebook send the browser back here with their code.
  page(auth, '/google', ['auth'], socialReturn, 'GooglePage'),
  page(auth, '/facebook', ['auth'], socialReturn, 'FacebookPage'),
]

const cabinetRoutes = [
  page(cabinet, '/land', ['land'], () => import('./cabinet/land/land-page.tsx'), 'LandPage', {
    title: 'page.land',
  }),
  page(
    cabinet,
    '/cities',
    ['cities'],
    () => import('./cabinet/cities/cities-page.tsx'),
    'CitiesPage',
    { title: 'page.cities' },
  ),
  page(cabinet, '/admin', ['admin'], () => import('./cabinet/admin/admin-page.tsx'), 'AdminPage', {
    title: 'page.admin',
  }),
  page(
    cabinet,
    '/account',
    ['account'],
    () => import('./cabinet/account/account-page.tsx'),
    'AccountPage',
    { title: 'page.account' },
  ),
  page(
    cabinet,
    '/account/security',
    ['account', 'auth'],
    () => import('./cabinet/account/security-page.tsx'),
    'SecurityPage',
    { title: 'page.security' },
  ),
  page(
    cabinet,
    '/organizations',
    ['organizations'],
    () => import('./cabinet/organizations/organizations-page.tsx'),
    'OrganizationsPage',
    { title: 'page.organizations' },
  ),
]

const organizationRoutes = [
  page(
    cabinet,
    '/organizations/main/$id',
    ['overview'],
    () => import('./cabinet/overview/overview-page.tsx'),
    'OverviewPage',
    { title: 'page.overview' },
  ),
  page(
    cabinet,
    '/organizations/settings/$id',
    ['settings'],
    () => import('./cabinet/settings/settings-page.tsx'),
    'SettingsPage',
    { title: 'page.settings' },
  ),
  page(
    cabinet,
    '/organizations/discount/$id',
    ['discount'],
    () => import('./cabinet/discount/discount-page.tsx'),
    'DiscountPage',
    { title: 'page.discount' },
  ),
  page(
    cabinet,
    '/organizations/pos/$id',
    ['pos'],
    () => import('./cabinet/pos/pos-page.tsx'),
    'PosPage',
    { title: 'page.pos' },
  ),
  page(
    cabinet,
    '/organizations/buyers/list/$id',
    ['buyers', 'segments'],
    () => import('./cabinet/buyers/buyers-page.tsx'),
    'BuyersPage',
    { title: 'page.buyers' },
  ),
  page(
    cabinet,
    '/organizations/buyers/card/$id',
    ['buyers'],
    () => import('./cabinet/buyers/buyer-page.tsx'),
    'BuyerPage',
    { title: 'page.buyer' },
  ),
  page(
    cabinet,
    '/organizations/buyers/inbox/$id',
    ['buyers'],
    () => import('./cabinet/buyers/inbox-page.tsx'),
    'InboxPage',
    { title: 'page.inbox' },
  ),
  page(
    cabinet,
    '/organizations/reports/receipts/$id',
    ['reports'],
    () => import('./cabinet/reports/receipts-page.tsx'),
    'ReceiptsPage',
    { title: 'page.receipts' },
  ),
  page(
    cabinet,
    '/organizations/promotions/$id',
    ['promotions'],
    () => import('./cabinet/promotions/promotions-page.tsx'),
    'PromotionsPage',
    { title: 'page.promotions' },
  ),
  page(
    cabinet,
    '/organizations/promotions/$id/$promo_id',
    ['promotions'],
    () => import('./cabinet/promotions/promotion-page.tsx'),
    'PromotionPage',
    { title: 'page.promotion' },
  ),
  page(
    cabinet,
    '/organizations/welcome-bonuses/$id',
    ['welcome'],
    () => import('./cabinet/welcome-bonuses/welcome-page.tsx'),
    'WelcomePage',
    { title: 'page.welcome' },
  ),
  page(
    cabinet,
    '/organizations/min-price/$id',
    ['catalog'],
    () => import('./cabinet/catalog/catalog-page.tsx'),
    'CatalogPage',
    { title: 'page.min_price' },
  ),
  page(
    cabinet,
    '/organizations/news/$id',
    ['posts'],
    () => import('./cabinet/posts/news-page.tsx'),
    'NewsPage',
    { title: 'page.news' },
  ),
  page(
    cabinet,
    '/organizations/manual-notifications/$id',
    ['posts', 'mailings', 'segments'],
    () => import('./cabinet/posts/mailings-page.tsx'),
    'MailingsPage',
    { title: 'page.mailings' },
  ),
  page(
    cabinet,
    '/organizations/auto-notifications/$id',
    ['auto'],
    () => import('./cabinet/auto-notifications/auto-page.tsx'),
    'AutoPage',
    { title: 'page.auto' },
  ),
  page(
    cabinet,
    '/organizations/bots/$id',
    ['bots'],
    () => import('./cabinet/bots/bots-page.tsx'),
    'BotsPage',
    { title: 'page.bots' },
  ),
  page(
    cabinet,
    '/organizations/buyers/client_card/$id',
    ['bots'],
    () => import('./cabinet/bots/card-page.tsx'),
    'CardPage',
    { title: 'page.client_card' },
  ),
  page(
    cabinet,
    '/organizations/licenses/$id',
    ['licenses'],
    () => import('./cabinet/licenses/licenses-page.tsx'),
    'LicensesPage',
    { title: 'page.licenses' },
  ),
  page(
    cabinet,
    '/organizations/licenses/$id/tariff',
    ['licenses'],
    () => import('./cabinet/licenses/tariff-page.tsx'),
    'TariffPage',
    { title: 'page.tariff' },
  ),
  page(
    cabinet,
    '/organizations/licenses/$id/payments/$payment',
    ['licenses'],
    () => import('./cabinet/licenses/document-page.tsx'),
    'DocumentPage',
    { title: 'page.payment' },
  ),
  page(
    cabinet,
    '/organizations/transaction-reports/$id',
    ['reports'],
    () => import('./cabinet/reports/period-page.tsx'),
    'PeriodPage',
    { title: 'page.period' },
  ),
  page(
    cabinet,
    '/organizations/reports/transactions/$id',
    ['reports'],
    () => import('./cabinet/reports/transactions-page.tsx'),
    'TransactionsPage',
    { title: 'page.transactions' },
  ),
  page(
    cabinet,
    '/organizations/audit/$id',
    ['reports', 'audit', 'settings'],
    () => import('./cabinet/reports/audit-page.tsx'),
    'AuditPage',
    { title: 'page.audit' },
  ),
  page(
    cabinet,
    '/organizations/webhooks/$id',
    ['webhooks', 'pos'],
    () => import('./cabinet/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
    { title: 'page.webhooks' },
  ),
  page(
    cabinet,
    '/organizations/moving/$id',
    ['moves', 'account', 'imports'],
    () => import('./cabinet/moving/moving-page.tsx'),
    'MovingPage',
    { title: 'page.moving' },
  ),
  page(
    cabinet,
    '/organizations/reports/receipts/transactionesoptions',
    ['audit'],
    () => import('./cabinet/reports/options-page.tsx'),
    'OptionsPage',
    { title: 'page.report_options' },
  ),
  // The seed's catch-all: an anonymous visitor meets the guard, an owner the 404 page.
  createRoute({
    getParentRoute: () => cabinet,
    path: '$',
    component: lazyRouteComponent(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  }),
]

export const routeTree = root.addChildren([
  auth.addChildren(authRoutes),
  returns.addChildren([
    page(
      returns,
      '/payments/return/$payment',
      ['licenses'],
      () => import('./cabinet/licenses/return-page.tsx'),
      'ReturnPage',
    ),
  ]),
  cabinet.addChildren([...cabinetRoutes, ...organizationRoutes]),
])

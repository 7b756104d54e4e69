/** The routes of signing in and up, under `/auth`. */
import { createRoute, redirect } from '@tanstack/react-router'
import { auth, page } from './page-route.tsx'
import { requireAnonymous } from './shell/guard.ts'
import { paths } from './shell/paths.ts'

const socialReturn = () => import('./identity/social-return-page.tsx')

export const authRoutes = [
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

/** What the server answers 200 for is what the pages know: two lists that must not part. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cabinetPaths, isCabinetPath } from '#contract/cabinet-paths.ts'

test('the server knows every route of the pages, and no other', () => {
  const source = ['web/auth-routes.tsx', 'web/routes.tsx']
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const routes = [...source.matchAll(/\bpage\(\s*(auth|cabinet|returns),\s*'([^']+)'/g)].map(
    ([, parent, path = '']) => (parent === 'auth' ? `/auth${path}` : path),
  )
  expect(routes.length).toBeGreaterThan(30)
  // The sign-in's root only leads on, so it is no page.
  expect(new Set([...routes, '/auth'])).toEqual(new Set(cabinetPaths))
})

test('an address is known by its whole shape', () => {
  const id = '01a1fd1e-8c00-7000-8000-000000000000'
  for (const path of [`/organizations/main/${id}`, '/auth/', '/account/security'])
    expect([path, isCabinetPath(path)]).toEqual([path, true])
  for (const path of ['/organizations/main', `/organizations/main/${id}/x`, '/no-such-page', '/'])
    expect([path, isCabinetPath(path)]).toEqual([path, false])
})

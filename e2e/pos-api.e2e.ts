/** An integrator opens the reference, gets a sandbox, and calls it from the page. */
import { expect, signIn, test } from './browser.ts'

test('the reference opens a sandbox and tries a call in it', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.evaluate("localStorage.setItem('theme', 'dark')")
  await page.goto('/pos-api/v1/doc')
  await expect(page.locator('html')).toHaveClass(/dark-mode/)
  await page.getByRole('button', { name: 'Open my sandbox' }).click()
  await expect(page.getByText(/Try-it now calls your sandbox/)).toBeVisible({ timeout: 20_000 })

  const operation = page.locator('.opblock', { hasText: '/pos-api/v1/manager' }).filter({
    hasText: 'Who holds this token',
  })
  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answered = operation.locator('.live-responses-table')
  await expect(answered).toContainText('200')
  await expect(answered).toContainText('Sandbox')

  // The demo's ninety days need not be sold for this.
  const { body } = await shop.owner.call('GET', '/api/v1/organizations/demo')
  const { demo } = (body as { data: { demo: { organization_id: string } } }).data
  await shop.owner.call('DELETE', `/api/v1/organizations/${demo.organization_id}`)
})

test('the guides name the calls in the language of the reader', async ({ page }) => {
  await page.goto('/developers?lang=en')
  await expect(page.getByRole('heading', { level: 1, name: 'POS API guides' })).toBeVisible()
  await page.getByRole('link', { name: 'Limits and versions' }).click()
  await expect(page.getByRole('heading', { name: 'Limits and versions' })).toBeInViewport()
})

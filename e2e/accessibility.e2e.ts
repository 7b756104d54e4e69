import { AxeBuilder } from '@axe-core/playwright'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page, test as base } from './browser.ts'
import { fillShop, type Route, routes } from './routes.ts'

/** The widths of design/screens.md §8.4: a phone, a tablet, a desktop. */
const WIDTHS = [1280, 768, 360] as const
/** WCAG 1.4.10 asks for no sideways scrolling even here. */
const NARROWEST = 320

// These tests only look, so those of one worker look at one shop.
const test = base.extend<object, { filled: RemoteShop }>({
  filled: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted.
    async ({}, use) => {
      const shop = await openRemoteShop(process.env['VERTA_BASE'] ?? '')
      await fillShop(shop)
      await use(shop)
    },
    { scope: 'worker' },
  ],
})

// A finding names its place and a picture lies beside it, so no trace is recorded: it costs much.
test.use({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', trace: 'off' })

/** A theme changes colours alone, so in the second one only what depends on them is looked at again. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

for (const route of routes) {
  test(`anybody can use the page: ${route.name}`, async ({ page, filled }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await route.open(page, filled)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/\S.* · Верта|Верта · \S/)
    await expect(page.getByRole('main')).toHaveCount(1)
    if (!route.till && !route.small) await expectSkipLink(page)
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      found.push(...(await lookAt(page, route, width, 'light')))
      found.push(...(await lookAt(page, route, width, 'dark')))
    }
    await page.setViewportSize({ width: NARROWEST, height: 700 })
    found.push(...(await scrollsSideways(page, NARROWEST)))
    expect(found).toEqual([])
  })
}

/** The first stop of the keyboard leads past the navigation to the heading. */
async function expectSkipLink(page: Page) {
  await page.evaluate('document.activeElement?.blur?.()')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'До вмісту' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

async function lookAt(page: Page, route: Route, width: number, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme })
  if (!route.small) {
    await expect
      .poll(() => page.evaluate("document.documentElement.dataset['mantineColorScheme']"))
      .toBe(theme)
  }
  const name = `${route.name.replaceAll(/\W+/g, '-')}-${width}-${theme}.png`
  await page.screenshot({ path: `test-results/screens/${name}`, fullPage: true })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(theme === 'dark' && { runOnly: { type: 'rule', values: OF_COLOUR } }),
    })
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return [
    ...(width === 360 ? await scrollsSideways(page, width) : []),
    ...serious.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${width} ${theme} ${id}: ${html} ${failureSummary}`),
    ),
  ]
}

/** Tells of a page wider than the screen, once it has had the time to fold itself. */
async function scrollsSideways(page: Page, width: number): Promise<string[]> {
  const wide = () => page.evaluate<number>('document.documentElement.scrollWidth')
  const fits = expect.poll(wide, { timeout: 2_000 }).toBeLessThanOrEqual(width)
  return fits.then(
    () => [],
    async () => [`${width}: the page is ${await wide()} wide`],
  )
}

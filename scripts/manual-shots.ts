/**
 * `npm run manual:shots`: pictures of the user manual, taken of the real product with its demo shop.
 *
 * Starts the program on a data folder of its own (or uses the one at VERTA_BASE), walks through the
 * screens as an owner and as a cashier, and writes `web/public/manual/*.webp`. The demo shop is made
 * from one seed, so the same screens show the same people.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { enter, executablePath } from './manual-shots/enter.ts'
import { ownerShots, tillShots, type Shot } from './manual-shots/shots.ts'
import { startDemo } from './manual-shots/start-demo.ts'
import { writePicture } from './manual-shots/write-picture.ts'

const VIEW = { width: 1280, height: 800 }
/** The same without the rail and the bar at the top. */
const PAGE = { x: 248, y: 64, width: 1032, height: 736 }
/** Only these, when names are given: `npm run manual:shots -- overview till-sale`. */
const wanted = new Set(process.argv.slice(2))

async function openPage(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: VIEW,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

async function take(page: Page, shots: readonly Shot[], id: string): Promise<void> {
  for (const { name, act, page_only } of shots) {
    if (wanted.size > 0 && !wanted.has(name)) continue
    await act(page, id)
    await page.waitForLoadState('networkidle')
    // Charts draw themselves in one more frame, toasts leave by themselves.
    await page.waitForTimeout(400)
    const bytes = await writePicture(name, await page.screenshot(page_only ? { clip: PAGE } : {}))
    console.log(`${name}.webp ${(bytes / 1024).toFixed(0)} KB`)
  }
}

const demo = await startDemo()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
})
try {
  const owner = await openPage(browser, demo.base)
  const id = await enter(owner, 'owner')
  await take(owner, ownerShots, id)
  const cashier = await openPage(browser, demo.base)
  await cashier.setViewportSize({ width: 1280, height: 640 })
  await enter(cashier, 'cashier')
  await take(cashier, tillShots, id)
} finally {
  await browser.close()
  await demo.stop()
}

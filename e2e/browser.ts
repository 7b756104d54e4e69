/**
 * What every browser test begins with: the address of the program, a shop of its own, and an eye on
 * the console. A page that throws or breaks its Content-Security-Policy fails the test that saw it.
 */
import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'

export { expect } from '@playwright/test'
export type { BrowserContext, Locator, Page, Response } from '@playwright/test'

type Fixtures = {
  /** A shop nobody else uses, opened over the API. */
  shop: RemoteShop
  /** The problems pages told the console; a test may take out what it has caused on purpose. */
  problems: string[]
}

export const test = base.extend<Fixtures>({
  // The worker of the till would hide its calls from the tests that slow or cut them.
  serviceWorkers: 'block',
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted.
  baseURL: async ({}, use) => {
    await use(process.env['VERTA_BASE'] ?? '')
  },
  shop: async ({ baseURL }, use) => {
    await use(await openRemoteShop(baseURL ?? ''))
  },
  problems: [
    async ({ context }, use) => {
      const problems = watch(context)
      await use(problems)
      if (problems.length > 0) throw new Error(`the pages complained:\n${problems.join('\n')}`)
    },
    { auto: true },
  ],
})

/** Collects uncaught errors and broken policies of all pages of a context. */
export function watch(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('weberror', (error) => {
    problems.push(`uncaught: ${error.error().stack ?? error.error().message}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|violates the following/i.test(text)) {
      problems.push(`${message.page()?.url() ?? ''}: ${text}`)
    }
  })
  return problems
}

/** Signs the owner in without the form: the cookies come from the API, the stored user from its answer. */
export async function signIn(page: Page, { email, password }: RemoteShop): Promise<void> {
  const answer = await page.request.post('/api/v1/user/login', {
    data: { email, password, remember: true },
  })
  const { data } = (await answer.json()) as { data: { user: Record<string, unknown> } }
  const { id, first_name, last_name } = data.user
  const user = JSON.stringify({ id, email, first_name, last_name: last_name ?? '' })
  // Any file of the same origin gives the storage, without starting the pages.
  await page.goto('/favicon.svg')
  await page.evaluate(`localStorage.setItem('user', ${JSON.stringify(user)})`)
}

/** Does what a visitor does first: the islands of a public page wake at the first sign of one. */
export async function stir(page: Page): Promise<void> {
  await page.mouse.move(300, 300)
  await page.mouse.move(301, 301)
}

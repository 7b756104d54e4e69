/** What browser tests do to an owner's account beside the pages. */
import pg from 'pg'
import { appCode } from '#server/testing/second-factor.ts'
import type { Page } from './browser.ts'

/** As if the link of the letter had been followed; that way has its own test. */
export const confirmEmail = (email: string) =>
  onDatabase(`update user_account set email_confirmed_at = now() where email = $1`, [email])

/** What no call of the product does: the past, and letters that were read. */
export async function onDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['VERTA_MIGRATE_URL'] })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Turns the second factor of who is signed in on, by the calls of the page. */
export async function turnOnSecondFactor(page: Page): Promise<void> {
  const path = '/api/v1/user/second_factor'
  const headers = { 'sec-fetch-site': 'same-origin' }
  const begun = await page.request.post(path, { headers, data: {} })
  const { data } = (await begun.json()) as { data: { key: string } }
  const code = appCode(data.key, new Date())
  const done = await page.request.post(`${path}/confirm`, { headers, data: { code } })
  if (!done.ok()) throw new Error(`turning the second factor on answered ${done.status()}`)
}

import { randomBytes } from 'node:crypto'
import { openAcquirers } from '#server/testing/acquirers/open-acquirers.ts'
import { freePort, prepareProgram } from '#server/testing/program.ts'

/** Runs the platform in the browser tests. */
export const ADMINISTRATOR = 'boss@example.com'

/** The real program on a fresh data folder, for all browser tests of a run, beside acquirers. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Where a test may open a Telegram of its own; nobody answers there otherwise.
  const telegram = await freePort()
  process.env['VERTA_TELEGRAM_PORT'] = String(telegram)
  const acquirers = await openAcquirers()
  // A test may seal a secret as the program itself does.
  const secret_keys = `e2e:${randomBytes(32).toString('base64')}`
  process.env['VERTA_SECRET_KEYS'] = secret_keys
  const program = await prepareProgram({
    ...acquirers.config,
    SECRET_KEYS: secret_keys,
    TELEGRAM_API_URL: `http://127.0.0.1:${telegram}`,
    INVOICE_RECIPIENT: 'ТОВ «Верта»',
    INVOICE_IBAN: 'UA213223130000026007233566001',
    PLATFORM_ADMIN_EMAILS: ADMINISTRATOR,
  })
  await program.start()
  process.env['VERTA_BASE'] = program.base
  process.env['VERTA_MIGRATE_URL'] = program.migrate_url
  return async () => {
    await program.remove()
    await acquirers.close()
  }
}

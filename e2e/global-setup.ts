import { freePort, prepareProgram } from '#server/testing/program.ts'

/** The real program on a fresh data folder, for all browser tests of a run. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Where a test may open a Telegram of its own; nobody answers there otherwise.
  const telegram = await freePort()
  process.env['VERTA_TELEGRAM_PORT'] = String(telegram)
  const TELEGRAM_API_URL = `http://127.0.0.1:${telegram}`
  const program = await prepareProgram({ TELEGRAM_API_URL })
  await program.start()
  process.env['VERTA_BASE'] = program.base
  return () => program.remove()
}

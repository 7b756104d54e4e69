import { prepareProgram } from '#server/testing/program.ts'

/** The real program on a fresh data folder, for all browser tests of a run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const program = await prepareProgram()
  await program.start()
  process.env['VERTA_BASE'] = program.base
  return () => program.remove()
}

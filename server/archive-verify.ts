/**
 * `npm run archive:verify -- <file> [SHA-256]`: proves an archive of a shop with nothing but the
 * file, and prints every problem, one a line. The second word is the SHA-256 that the cabinet
 * showed, so that a file in which everything was made anew is seen too.
 * Exit status: 0 nothing is wrong, 1 something is, 2 it could not be checked.
 */
import { verifyArchive } from './features/archives/verify-archive.ts'

const PROBLEMS_SHOWN = 1000

async function run(): Promise<number> {
  const [path, expected] = process.argv.slice(2)
  if (path === undefined) throw new Error('usage: npm run archive:verify -- <file> [SHA-256]')
  let problems = 0
  const { sha256, manifest, files, rows } = await verifyArchive(
    path,
    (problem) => {
      problems += 1
      if (problems <= PROBLEMS_SHOWN) console.log(problem)
    },
    expected,
  )
  if (manifest) {
    const { organization, made_at, ledger } = manifest
    console.log(`«${organization}» as it was at ${made_at}`)
    console.log(
      `${files} files, ${rows} rows, ${ledger.accounts} accounts, ${ledger.entries} entries`,
    )
    console.log(`head of the ledger ${ledger.head}`)
  }
  console.log(`SHA-256 of the file ${sha256}`)
  console.log(problems === 0 ? 'Nothing is wrong.' : `${problems} problems`)
  return problems === 0 ? 0 : 1
}

run().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)

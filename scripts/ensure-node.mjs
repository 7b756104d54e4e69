// Gives the project the Node.js it needs on a machine that has an older one.
//
// Runs after `npm install` / `npm ci`, under whatever Node the machine has (20 or later), so it uses
// nothing newer. With Node >= 24.12 it does nothing. Otherwise it installs the platform's Node package
// from the npm registry (locked, with its integrity hash, in scripts/runtime/) and links it as
// node_modules/.bin/node: every `npm run` puts that folder first on the PATH, so every script of
// this project, and nothing else on the machine, gets it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const runtime = join(root, 'scripts', 'runtime')
const link = join(root, 'node_modules', '.bin', 'node')

/** True when this version of Node runs our TypeScript as it is and has argon2 built in. */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 12)
}

/** The path of a Node that is new enough: the one running, or the one installed here. */
export function ensureNode() {
  if (isNewEnough(process.version)) return process.execPath
  const packaged = join(
    runtime,
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'bin',
    'node',
  )
  if (!existsSync(packaged)) {
    console.log(
      `Node ${process.version} is older than 24.12: installing Node 24 for this project only`,
    )
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: runtime,
      stdio: 'inherit',
    })
  }
  if (!existsSync(packaged)) {
    throw new Error(
      `There is no packaged Node for ${process.platform}-${process.arch}. Install Node 24.12 or newer and try again.`,
    )
  }
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(packaged, link)
  return packaged
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureNode()

// Brings a clone to the state in which the program can run: packages, Node, built pages.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureNode } from './ensure-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Runs a command with our Node and tools first on the PATH; its output is the person's to see. */
export function run(command, args, env = {}) {
  execFileSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      ...env,
    },
  })
}

function readStamp(name) {
  const file = join(root, 'node_modules', '.cache', 'verta', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function writeStamp(name, value) {
  const folder = join(root, 'node_modules', '.cache', 'verta')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), value)
}

/** A digest of files' names, sizes and contents, to tell whether a step has to be done again. */
function digest(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) add(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  for (const path of paths) add(join(root, path))
  return hash.digest('hex')
}

function installPackages() {
  const wanted = digest(['package-lock.json'])
  // npm writes this file last, so a half-done install is done again.
  const installed = existsSync(join(root, 'node_modules', '.package-lock.json'))
  if (installed && readStamp('packages') === wanted) return
  if (!installed || readStamp('packages') !== '') {
    console.log('Installing packages (once)…')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  writeStamp('packages', wanted)
}

function buildPages() {
  const wanted = digest([
    'web',
    'contract',
    'scripts/content',
    'vite.config.ts',
    'package-lock.json',
  ])
  if (existsSync(join(root, 'dist', 'web', 'index.html')) && readStamp('pages') === wanted) return
  console.log('Building the pages…')
  run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])
  writeStamp('pages', wanted)
}

/** Installs and builds what is missing or old; answers the Node to run the program with. */
export function prepare({ pages = true } = {}) {
  installPackages()
  const node = ensureNode()
  if (pages) buildPages()
  return { node, root }
}

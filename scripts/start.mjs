// `npm start`: everything a fresh clone needs, then the program. Runs under any Node >= 20.
//
// Each step is done only when its result is missing or older than what it is made from, so that
// the second start takes seconds.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { prepare } from './prepare.mjs'

const { node, root } = prepare()
const environment = existsSync(`${root}/.env`) ? ['--env-file=.env'] : []
const server = spawn(node, [...environment, 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: `${root}/node_modules/.cache/node-compile` },
})
// Ctrl+C reaches the program itself (same process group); here it must only not end us first.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

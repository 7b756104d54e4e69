import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/testing/program.ts'

export type Demo = { base: string; stop(): Promise<void> }

/** The program with its demo shop: the running one that VERTA_BASE names, or one of our own. */
export async function startDemo(): Promise<Demo> {
  const given = process.env['VERTA_BASE']
  if (given) return { base: given, stop: () => Promise.resolve() }
  const folder = mkdtempSync(join(tmpdir(), 'verta-manual-'))
  const port = await freePort()
  const base = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DEMO: 'true',
      PORT: String(port),
      DATA_DIR: folder,
      HTTP_PROCESSES: '1',
    },
  })
  await answered(base)
  return {
    base,
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The demo shop is sold before the program begins to listen, which takes its time. */
async function answered(base: string): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${base}/robots.txt`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((wake) => setTimeout(wake, 500))
  }
  throw new Error('the program did not start')
}

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes sure that one program at a time works in the data folder. The claim is a file with our
 * process id; one left behind by a killed program is recognised, because its process is gone or is
 * something else by now.
 */
export function claimDataDir(data_dir: string): void {
  const file = join(data_dir, 'program.pid')
  for (let attempt = 1; ; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, String(process.pid))
      closeSync(handle)
      process.on('exit', () => rmSync(file, { force: true }))
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error
    }
    const holder = Number(readFileSync(file, 'utf8'))
    if (isOurProgram(holder)) {
      throw new Error(
        `Another Verta (process ${holder}) already works in ${data_dir}. Stop it, or choose another DATA_DIR.`,
      )
    }
    rmSync(file, { force: true })
  }
}

function isOurProgram(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts')
  } catch {
    // No /proc (macOS): a living process of that number is taken for ours.
    try {
      process.kill(pid, 0)
      return process.platform !== 'linux'
    } catch {
      return false
    }
  }
}

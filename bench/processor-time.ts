import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** User and system time of one process, its waited-for children with it, in microseconds. */
function timeOf(pid: number): { us: number; parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0)
  return { us: (ticks / TICKS_A_SECOND) * 1e6, parent }
}

/** Processor time so far of a process and its living children, in microseconds. */
export function processorTime(pid: number): number {
  let total = 0
  for (const path of globSync('/proc/[0-9]*')) {
    const each = Number(path.slice('/proc/'.length))
    try {
      const { us, parent } = timeOf(each)
      if (each === pid || parent === pid) total += us
    } catch {
      // It ended between the listing and the look.
    }
  }
  return total
}

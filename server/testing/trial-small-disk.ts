/**
 * A disk of its own for a program's database, small enough to be filled: a tmpfs in a mount
 * namespace of the program, so that neither root nor a partition is needed and nobody else sees it.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './program.ts'

const MEGABYTES = 768
const PIECES = [2 ** 20, 4096, 1]

const unshare =
  process.getuid?.() === 0
    ? ['unshare', '--mount']
    : ['unshare', '--mount', '--user', '--map-current-user', '--keep-caps']

// $1 is the cluster that is there already; it moves to the small disk, with its owner and modes.
const script = `
set -e
data=$1; small=$2; shift 2
mkdir -p "$small"
mount -t tmpfs -o size=${MEGABYTES}m tmpfs "$small"
cp -a "$data/." "$small"
mount --bind "$small" "$data"
exec "$@"
`

const dataOf = (data_dir: string) => join(data_dir, 'postgres', 'data')

/** Whether this machine lets us have one: some containers forbid namespaces. */
export function hasSmallDisks(): boolean {
  const [command, ...args] = [...unshare, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
  return spawnSync(command, args).status === 0
}

/** For `prepareProgram`: starts a program that has run before with its database on a small disk. */
export const onSmallDisk = (data_dir: string): string[] => [
  ...unshare,
  ...['/bin/sh', '-c', script, 'small-disk', dataOf(data_dir), join(data_dir, 'small')],
]

const ballastOf = (program: Program) =>
  `/proc/${program.pid()}/root${join(dataOf(program.data_dir), 'ballast')}`

/** Takes all that is left of the disk; answers how many bytes that was. */
export function fillDisk(program: Program): number {
  const file = openSync(ballastOf(program), 'w')
  let taken = 0
  try {
    for (const size of PIECES) {
      const piece = Buffer.alloc(size)
      for (let full = false; !full;) {
        try {
          taken += writeSync(file, piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          full = true
        }
      }
    }
    return taken
  } finally {
    closeSync(file)
  }
}

export const freeDisk = (program: Program): void => rmSync(ballastOf(program))

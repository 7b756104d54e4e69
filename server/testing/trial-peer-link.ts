/**
 * The way from a program to a peer of ours (messenger, acquirer, mail server), which spoils the
 * requests it is told to and counts those it really hit; everything else passes.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { countOf } from './trial-counts.ts'

export type PeerFault =
  /** Both ways come late and drop by drop. */
  | 'slow'
  /** Breaks in the middle of the request: the peer never has it. */
  | 'cut_request'
  /** The peer has done it, and its answer is lost. */
  | 'cut_answer'
  /** Nothing comes through, and nobody is told. */
  | 'hold'

const kinds: PeerFault[] = ['cut_request', 'cut_answer', 'slow']
/** A silent peer takes the longest: every tenth before a release. */
const SILENT_EVERY = countOf({ quick: Infinity, everyday: Infinity, release: 10 })

/** The kind whose turn it is. */
export const faultOf = (turn: number): PeerFault =>
  (turn + 1) % SILENT_EVERY === 0 ? 'hold' : (kinds[turn % kinds.length] ?? 'slow')

/** How many of each kind there are in so many turns. */
export function tellFaults(times: number): string {
  const all = Array.from({ length: times }, (_none, turn) => faultOf(turn))
  const count = (kind: PeerFault) => all.filter((one) => one === kind).length
  return [...kinds, 'hold' as const].map((kind) => `${kind} ${count(kind)}`).join(', ')
}

export type PeerLink = {
  port: number
  /** The next `times` requests end so. */
  spoil(fault: PeerFault, times?: number): void
  /** No more of it; answers how many requests were spoiled since `spoil`. */
  release(): number
  hits(): number
  close(): Promise<void>
}

const DELAY_MS = 300
const SLOW_BYTES = 512
const SLOW_MS = 20

/** `asks`: what the program has said since the peer last spoke is a request that may be spoiled. */
export async function openPeerLink(
  url: string,
  asks: (said: string) => boolean,
): Promise<PeerLink> {
  const port = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  const armed: PeerFault[] = []
  let hits = 0
  const server = createServer((program) => {
    const peer = connect({ host: '127.0.0.1', port })
    for (const socket of [program, peer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        ;(socket === program ? peer : program).destroy()
      })
    }
    let fault: PeerFault | undefined
    let said = ''
    const end = () => {
      program.resetAndDestroy()
      peer.destroy()
    }
    const there = lateWriter(peer)
    const back = lateWriter(program)
    program.on('data', (chunk: Buffer) => {
      // What was late has been answered; this is another request.
      if (fault === 'slow' && said === '') fault = undefined
      said += chunk.toString('latin1')
      if (fault === undefined && armed.length > 0 && asks(said)) {
        fault = armed.shift()
        hits += 1
        if (fault === 'cut_request') {
          peer.write(chunk.subarray(0, Math.floor(chunk.length * 0.7)))
          setTimeout(end, 20)
        }
      }
      if (fault === 'slow') there(chunk)
      else if (fault === undefined || fault === 'cut_answer') peer.write(chunk)
    })
    peer.on('data', (chunk: Buffer) => {
      if (fault === 'cut_answer' && asks(said)) return end()
      said = ''
      if (fault === 'slow') back(chunk)
      else if (fault !== 'hold') program.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    spoil(fault, times = 1) {
      hits = 0
      for (let each = 0; each < times; each += 1) armed.push(fault)
    },
    release() {
      armed.splice(0)
      return hits
    },
    hits: () => hits,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Writes late, then little by little, and in order. */
function lateWriter(to: Socket): (chunk: Buffer) => void {
  let before: Promise<void> | undefined
  return (chunk) => {
    before = (before ?? sleep(DELAY_MS)).then(async () => {
      for (let at = 0; at < chunk.length; at += SLOW_BYTES) {
        if (to.writable) to.write(chunk.subarray(at, at + SLOW_BYTES))
        await sleep(SLOW_MS)
      }
    })
  }
}

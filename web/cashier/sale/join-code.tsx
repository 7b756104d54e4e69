/**
 * The code that opens the shop's bot for a buyer who has no card in a messenger yet. It is asked for
 * once for a point of sale, and only when somebody may need it; without it the till sells as ever.
 */
import { useSyncExternalStore } from 'react'
import { tillCall } from '../shell/till-call.ts'

type Known = { pos_id: string; draw: ((claim: string | undefined) => Code) | null }
type Code = { size: number; path: string }

let known: Known | undefined
let asked = ''
let asking: Promise<void> | undefined
const listeners = new Set<() => void>()

function ask(pos_id: string) {
  asked = pos_id
  asking = load(pos_id)
}

async function load(pos_id: string) {
  try {
    const query = { pos_id }
    const [{ link }, { encode }] = await Promise.all([
      tillCall('GET /pos-api/v1/join-link', { query }),
      import('uqr'),
    ])
    known = { pos_id, draw: link === null ? null : (claim) => codeOf(link, claim, encode) }
    for (const listener of listeners) listener()
  } catch {
    // Asked again with the next newcomer.
    asked = ''
  }
}

function codeOf(
  link: string,
  claim: string | undefined,
  encode: typeof import('uqr').encode,
): Code {
  const text = claim === undefined ? link : `${link}&claim=${claim}`
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size, path }
}

/** Begins to ask when it is first shown; null until then, and where no bot can be reached. */
export function useJoinCode(pos_id: string, claim?: string): Code | null {
  const draw = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      if (asked !== pos_id) ask(pos_id)
      return () => void listeners.delete(listener)
    },
    () => (known?.pos_id === pos_id ? known.draw : null),
  )
  return draw ? draw(claim) : null
}

/** Paper waits no longer for its code: a till without a line prints as ever. */
const PATIENCE_MS = 3000

/** The same for paper: asked for where nobody has, and waited for a moment. */
export async function joinCodeSoon(pos_id: string, claim: string): Promise<Code | null> {
  if (known?.pos_id !== pos_id) {
    if (asked !== pos_id) ask(pos_id)
    await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  }
  return known?.pos_id === pos_id && known.draw ? known.draw(claim) : null
}

/** Black on white with its quiet zone, in the dark theme too. */
export function JoinCode({ code, label, className }: JoinCodeProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  )
}

type JoinCodeProps = { code: Code; label: string; className?: string | undefined }

/**
 * Sends what waits, the oldest first, one at a time, from one tab of the till. A sale goes out of
 * the queue when the server has said that it is made; whatever else happens, it is sent again with
 * the same id, and the server answers what became of it.
 */
import { getSession, watchSession } from '../session/session.ts'
import { isLost, type Trouble } from '../sale/trouble.ts'
import { tillCall } from '../shell/till-call.ts'
import { askTime, moment, momentOf } from './clock.ts'
import { changed, subscribeQueue } from './queue.ts'
import { receiptIdOf } from './receipt-id.ts'
import { foundOutcome, outcomeOf, type Outcome, type Parcel, pauseMs, sealed } from './parcel.ts'
import { putParcel, readQueue, removeParcel, type Stored } from './store.ts'

const LOCK = 'till-sender'

let failures = 0
let next: ReturnType<typeof setTimeout> | undefined
let running = false
/** Something has changed during a run that may have looked already. */
let again = false
/** A token that the server has refused: it is not tried again. */
let refused_token: string | undefined

/** Begins to send whenever there is something and a line; once for a page. */
export function startSending(): void {
  const soon = () => sendSoon(0)
  addEventListener('online', soon)
  addEventListener('focus', soon)
  document.addEventListener('visibilitychange', () => document.hidden || soon())
  subscribeQueue(soon)
  watchSession(soon)
  soon()
}

/** Tries in a while; a try that is planned sooner stays. */
function sendSoon(ms: number): void {
  again = running
  if (running) return
  clearTimeout(next)
  next = setTimeout(() => void send(), ms)
}

async function send(): Promise<void> {
  if (running) return
  running = true
  let pause: number | null = null
  try {
    pause = await alone(sendAll)
  } catch {
    pause = pauseMs((failures += 1))
  } finally {
    running = false
  }
  if (again) sendSoon(0)
  else if (pause !== null) sendSoon(pause)
}

/** Runs in one tab at a time; the next one finds what is left. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work()

/** Answers after how many milliseconds to try again; null: when something changes. */
async function sendAll(): Promise<number | null> {
  for (;;) {
    const session = getSession()
    if (!session || session.token === refused_token) return null
    const { stored } = await readQueue()
    const first = stored.find(
      ({ parcel }) =>
        parcel.refusal === undefined && parcel.organization_id === session.organization.id,
    )
    if (!first) return null
    if (!(await askTime())) return pauseMs((failures += 1))
    const outcome = await sendOne(first)
    if (outcome.kind === 'signed_out') {
      refused_token = session.token
      return null
    }
    if (outcome.kind === 'wait') return pauseMs((failures += 1), outcome.retry_after)
    failures = 0
    await changed()
  }
}

async function sendOne({ place, parcel }: Stored): Promise<Outcome> {
  const whole = sealed(parcel, momentOf(parcel.device_ms), () =>
    receiptIdOf(moment() ?? Date.now()),
  )
  if (whole !== parcel) await putParcel({ place, parcel: whole })
  const outcome = await tryOne(whole)
  if (outcome.kind === 'made') await removeParcel(place)
  if (outcome.kind === 'refused') {
    await putParcel({ place, parcel: { ...whole, refusal: outcome.refusal } })
  }
  return outcome
}

async function tryOne(parcel: Parcel): Promise<Outcome> {
  try {
    await create(parcel)
    return { kind: 'made' }
  } catch (error) {
    const outcome = outcomeOf(error as Trouble)
    return outcome.kind === 'look' ? find(parcel) : outcome
  }
}

function create(parcel: Parcel) {
  const { receipt_id, key, pos_id, ask, sold, register, approval, sold_ms } = parcel
  return tillCall('POST /pos-api/v1/bonuses/create', {
    query: { receipt_id, discount_amount: '0', bonuses_amount: '0', ...ask },
    body: {
      receipt: { pos_id, ...sold },
      ...(register && { register }),
      ...(approval !== undefined && { approval }),
      ...(sold_ms !== null && { occurred_at: new Date(sold_ms).toISOString() }),
    },
    idempotency_key: key,
  })
}

/** Which of these receipts is made; a sale that an earlier try had made is done. */
async function find(parcel: Parcel): Promise<Outcome> {
  for (const id of [parcel.receipt_id, ...parcel.earlier]) {
    try {
      await tillCall('GET /pos-api/v1/receipts/{id}', { params: { id } })
      return foundOutcome(true, parcel)
    } catch (error) {
      const trouble = error as Trouble
      if (isLost(trouble) || trouble.status !== 404) return outcomeOf(trouble)
    }
  }
  return foundOutcome(false, parcel)
}

/** Tries now, when the cashier asks for it. */
export function sendNow(): void {
  failures = 0
  sendSoon(0)
}

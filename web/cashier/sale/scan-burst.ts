/**
 * Finds the burst of a hand scanner in the stream of key events.
 *
 * A scanner is a very fast typist: at least six characters with a median gap of 35 ms or less,
 * ended by Enter, Tab or 60 ms of silence. Characters are decoded by the place of the key
 * (`event.code`), because on a Ukrainian layout the same key types another letter; scanners that
 * hold Alt and type the code of each character on the number pad are understood too.
 * Pure: times come with the events. Source: design/screens.md §6.2 "Scanner (HID)".
 */

export type Key = {
  type: 'down' | 'up'
  code: string
  shift: boolean
  alt: boolean
  repeat: boolean
  /** Milliseconds on any steady clock. */
  at: number
}

export type Burst = {
  text: string
  gaps: readonly number[]
  last_at: number
  /** Digits typed on the number pad while Alt is held. */
  alt_digits: string
}

/** `scan`: a whole code was read, and the key that ended it must not act. `began`: remember the field. */
export type Step = { burst: Burst; began: boolean; scan: string | undefined }

export const SILENCE_MS = 60
const GAP_MS = 35
const LENGTH_MIN = 6

export const noBurst: Burst = { text: '', gaps: [], last_at: -Infinity, alt_digits: '' }

const SHIFTED: Record<string, string> = {
  Minus: '-_',
  Equal: '=+',
  Slash: '/?',
  Period: '.>',
  Comma: ',<',
  Semicolon: ';:',
  Quote: '\'"',
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
}
const NUMPAD: Record<string, string> = {
  NumpadDecimal: '.',
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadDivide: '/',
  NumpadMultiply: '*',
}

/** The character of a key on the Latin layout that scanners are made for. */
export function decodeKey(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shift ? letter : letter.toLowerCase()
  const digit = /^Numpad(\d)$/.exec(code)?.[1]
  return digit ?? NUMPAD[code] ?? SHIFTED[code]?.[shift ? 1 : 0]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity
}

const isScan = (burst: Burst) => burst.text.length >= LENGTH_MIN && median(burst.gaps) <= GAP_MS

/** Takes one key event. A person's typing passes through and changes nothing. */
export function takeKey(before: Burst, key: Key): Step {
  // Silence ends a burst even if no timer has told so yet.
  const burst = key.at - before.last_at > SILENCE_MS ? noBurst : before
  const nothing = { burst, began: false, scan: undefined }
  if (key.repeat) return { ...nothing, burst: noBurst }
  if (key.type === 'up') {
    if (!key.code.startsWith('Alt') || burst.alt_digits === '') return nothing
    const character = String.fromCharCode(Number(burst.alt_digits))
    return add({ ...burst, alt_digits: '' }, character, key.at)
  }
  if (/^(?:Shift|Alt|Control|Meta)/.test(key.code)) return nothing
  if (key.alt) return addAltDigit(burst, key)
  if (key.code === 'Enter' || key.code === 'NumpadEnter' || key.code === 'Tab') {
    return { burst: noBurst, began: false, scan: isScan(burst) ? burst.text : undefined }
  }
  const character = decodeKey(key.code, key.shift)
  return character === undefined ? { ...nothing, burst: noBurst } : add(burst, character, key.at)
}

function addAltDigit(burst: Burst, key: Key): Step {
  const digit = /^Numpad(\d)$/.exec(key.code)?.[1]
  const began = burst.text === '' && burst.alt_digits === ''
  if (digit === undefined || burst.alt_digits.length >= 4) {
    return { burst: noBurst, began: false, scan: undefined }
  }
  // The presses inside one character are no gap between characters.
  const next = { ...burst, alt_digits: burst.alt_digits + digit, last_at: key.at }
  return { burst: next, began, scan: undefined }
}

function add(burst: Burst, character: string, at: number): Step {
  const first = burst.text === ''
  const gaps = first ? [] : [...burst.gaps, at - burst.last_at]
  return {
    burst: { text: burst.text + character, gaps, last_at: at, alt_digits: '' },
    began: first && burst.last_at === -Infinity,
    scan: undefined,
  }
}

/** After 60 ms of silence: what was scanned, if it was a scanner. */
export function takeSilence(burst: Burst): string | undefined {
  return isScan(burst) ? burst.text : undefined
}

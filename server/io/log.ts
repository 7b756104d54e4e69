import { pino, type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** A bot's token, whoever's key follows Bearer, a token of ours in an address, an e-mail, a phone. */
const secrets: [RegExp, string][] = [
  [/(?<!\d)\d{6,}:[\w-]{20,}/g, '•••'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 •••'],
  [/\b((?:[a-z]+_)?(?:token|code|pin|password|secret|key)s?=)[^\s&"')]+/gi, '$1•••'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '•••'],
  [/(?<![\w-])(\+?\d{2,3})\d{7,10}(\d{2})(?![\w-])/g, '$1•••$2'],
]

/** Looking for secrets takes the square of the text's length; nobody reads on either. */
const TEXT_MAX = 10_000

/** Text that somebody else wrote (a driver, a library, a peer), without what identifies a person. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((left, [pattern, mask]) => left.replace(pattern, mask), text.slice(0, TEXT_MAX))

/**
 * What is written of an error: its kind, message, place and code. Its other fields quote what was
 * sent (PostgreSQL's `detail` and `where`, a library's request), so they stay out.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(typeof code === 'string' && { reason: withoutSecrets(code) }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

/** Masks the words; without any, pino would repeat the error's own message unmasked. */
function writeMasked(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const [first, ...rest] = given as [unknown, ...unknown[]]
  const words = rest.map((word) => (typeof word === 'string' ? withoutSecrets(word) : word))
  if (typeof first === 'string') {
    Reflect.apply(write, this, [withoutSecrets(first), ...words])
    return
  }
  const fields = first instanceof Error ? { err: first } : first
  const fault = typeof fields === 'object' && fields !== null && 'err' in fields
  Reflect.apply(write, this, [fields, ...(fault && words.length === 0 ? ['a fault'] : words)])
}

/**
 * Structured logs without anything secret: no query strings, no bodies, tokens never, phones
 * masked. Objects handed to the log pass `redact`, errors are described without what they quote;
 * messages are written by us and carry no input. `to` replaces the standard output.
 */
export function openLog(level: string, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    hooks: { logMethod: writeMasked },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.password',
        '*.pin',
        '*.token',
        '*.phone',
        '*.email',
        '*.code',
        '*.authorization',
        '*.cookie',
        '*.url',
        'password',
        'pin',
        'token',
        'phone',
        'email',
        'code',
        'authorization',
        'cookie',
        'url',
      ],
      censor: '•••',
    },
  }
  return to ? pino(options, to) : pino(options)
}

import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Structured logs without anything secret: no query strings, no bodies, tokens never, phones
 * masked. Objects handed to the log pass `redact`; messages are written by us and carry no input.
 */
export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
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
        'password',
        'pin',
        'token',
        'phone',
        'email',
        'code',
        'authorization',
        'cookie',
      ],
      censor: '•••',
    },
  })
}

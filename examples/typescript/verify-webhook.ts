/** Checks the signature of a webhook (https://www.standardwebhooks.com): exit code 0 when it is ours. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'

const TOLERANCE_SECONDS = 300

export function isSigned(
  secret: string,
  headers: { id: string; timestamp: string; signature: string },
  body: string,
  now: number,
): boolean {
  if (Math.abs(now / 1000 - Number(headers.timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${headers.id}.${headers.timestamp}.${body}`)
  const digest = wanted.digest()
  // Two signatures for a day after the secret was changed.
  return headers.signature.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === digest.length && timingSafeEqual(given, digest)
  })
}

const [id = '', timestamp = '', signature = ''] = process.argv.slice(2)
const secret = process.env['VERTA_WEBHOOK_SECRET'] ?? ''
const signed = isSigned(secret, { id, timestamp, signature }, await text(process.stdin), Date.now())
console.log(signed ? 'signed' : 'refused')
process.exitCode = signed ? 0 : 1

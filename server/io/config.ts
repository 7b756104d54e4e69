import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

const text = z.string().trim().min(1)
const url = (...protocols: string[]) =>
  text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
    `must be a URL that begins with ${protocols.join(':// or ')}://`,
  )
const web = url('http', 'https')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** Every variable the program reads. `.env.example` explains each to a person; a test compares. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: web.optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_MIGRATE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_REPLICA_URL: url('postgres', 'postgresql').optional(),
  DATABASE_REPLICA_LAG: z.coerce.number().int().min(2).max(600).default(10),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  SMTP_URL: url('smtp', 'smtps').optional(),
  PLAIN_LINKS: list.pipe(z.array(z.enum(['database', 'mail']))).default([]),
  MAIL_FROM: text.default('Верта <no-reply@verta.localhost>'),
  SECRET_KEYS: text
    .regex(
      /^[\w-]+:[A-Za-z0-9+/]{43}=(,[\w-]+:[A-Za-z0-9+/]{43}=)*$/,
      'must be kid:base64-of-32-bytes, comma separated',
    )
    .optional(),
  TRUSTED_PROXIES: list.default([]),
  PLATFORM_ADMIN_EMAILS: list.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_TOKEN: text.min(16, 'must have 16 characters at least').optional(),
  KEEP_MESSAGES_DAYS: z.coerce.number().int().min(30).max(3650).default(180),
  KEEP_DELIVERIES_DAYS: z.coerce.number().int().min(7).max(3650).default(30),
  WORK: z.enum(['true', 'false']).default('true'),
  SERVE: z.enum(['true', 'false']).default('true'),
  HTTP_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  DEMO: z.enum(['true', 'false']).default('true'),
  CONTACT_PHONE: text.regex(/^\+\d{8,15}$/, 'must be + and digits').optional(),
  CONTACT_EMAIL: z.email().optional(),
  CONTACT_MESSENGER_URL: web.optional(),
  SOCIAL_URLS: list.pipe(z.array(web)).default([]),
  DEMO_TELEGRAM_URL: web.optional(),
  DEMO_VIBER_URL: web.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER_URL: web.default('https://accounts.google.com'),
  FACEBOOK_CLIENT_ID: text.optional(),
  FACEBOOK_CLIENT_SECRET: text.optional(),
  FACEBOOK_DIALOG_URL: web.default('https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: web.default('https://graph.facebook.com/v23.0'),
  TELEGRAM_API_URL: web.default('https://api.telegram.org'),
  TELEGRAM_PLATFORM_TOKEN: text.optional(),
  VIBER_API_URL: web.default('https://chatapi.viber.com/pa'),
  VIBER_PLATFORM_TOKEN: text.optional(),
  MONOBANK_TOKEN: text.optional(),
  MONOBANK_URL: web.default('https://api.monobank.ua'),
  LIQPAY_PUBLIC_KEY: text.optional(),
  LIQPAY_PRIVATE_KEY: text.optional(),
  LIQPAY_SIGNATURE: z.enum(['sha1', 'sha3-256']).default('sha3-256'),
  LIQPAY_CALLBACK_SIGNATURE: z.enum(['sha1', 'sha3-256']).optional(),
  LIQPAY_URL: web.default('https://www.liqpay.ua'),
  WAYFORPAY_MERCHANT: text.optional(),
  WAYFORPAY_SECRET: text.optional(),
  WAYFORPAY_URL: web.default('https://secure.wayforpay.com'),
  WAYFORPAY_API_URL: web.default('https://api.wayforpay.com'),
  WEBHOOKS_PRIVATE: z.enum(['true', 'false']).default('false'),
  INVOICE_RECIPIENT: text.optional(),
  INVOICE_TAX_ID: text.optional(),
  INVOICE_IBAN: text.optional(),
  INVOICE_BANK: text.optional(),
})

/** More by themselves would take connections from the database that nobody asked for. */
const PROCESSES_MAX = 4

/**
 * How many processes serve unless it is said: one for each core, without the one that an embedded
 * database takes. Fewer share more: on two cores a receipt of one process costs a third
 * less of the database than a receipt of two (decision 0076).
 */
export const processesFor = (cores: number, embedded: boolean): number =>
  Math.min(Math.max(1, embedded ? cores - 1 : cores), PROCESSES_MAX)

/** The names above, for the check that `.env.example` documents each. */
export const environmentNames = Object.keys(environment.shape)

const neededInProduction = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET_KEYS'] as const

/**
 * Reads and checks the environment once, at start. This is the only place that reads it.
 * Throws `ConfigError` that names every missing or wrong variable.
 */
export function readConfig(source: Record<string, string | undefined>) {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(filled)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (filled['NODE_ENV'] === 'production') {
    for (const name of neededInProduction) {
      if (filled[name] === undefined) problems.push(`${name}: is missing (needed in production)`)
    }
    problems.push(...plainLinks(filled, parsed.data?.PLAIN_LINKS ?? []))
  }
  for (const [id, secret] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    ['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY'],
    ['WAYFORPAY_MERCHANT', 'WAYFORPAY_SECRET'],
    ['INVOICE_RECIPIENT', 'INVOICE_IBAN'],
  ] as const) {
    if ((filled[id] === undefined) !== (filled[secret] === undefined)) {
      problems.push(`${id} and ${secret}: give both or neither`)
    }
  }
  const { METRICS_PORT, METRICS_TOKEN, METRICS_HOST = '127.0.0.1' } = filled
  if (METRICS_PORT !== undefined && METRICS_TOKEN === undefined && !isLoopback(METRICS_HOST)) {
    problems.push('METRICS_TOKEN: is missing (needed when METRICS_HOST is not this machine alone)')
  }
  if (filled['WORK'] === 'false' && filled['SERVE'] === 'false') {
    problems.push('WORK and SERVE: one of them must be true')
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data
  return Object.freeze({
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    PLATFORM_ADMIN_EMAILS: values.PLATFORM_ADMIN_EMAILS.map((email) => email.toLowerCase()),
    // A person who tries the product reads the greeting, not a line for each request.
    LOG_LEVEL: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
    // Sharing an address deals connections out evenly on Linux only.
    HTTP_PROCESSES:
      process.platform === 'linux' && values.SERVE === 'true'
        ? (values.HTTP_PROCESSES ??
          processesFor(availableParallelism(), values.DATABASE_URL === undefined))
        : 1,
    production: values.NODE_ENV === 'production',
    /** Cookies are Secure and carry the `__Host-` prefix only where the site is served over TLS. */
    https: (values.PUBLIC_URL ?? '').startsWith('https://'),
  })
}

/** What would cross a network in clear: letters with links in them, and everything there is. */
function plainLinks(
  filled: Record<string, string | undefined>,
  allowed: readonly string[],
): string[] {
  return (
    ['SMTP_URL', 'DATABASE_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL'] as const
  ).flatMap((name) => {
    const kind = name === 'SMTP_URL' ? 'mail' : 'database'
    const value = filled[name]
    if (value === undefined || allowed.includes(kind) || !URL.canParse(value)) return []
    const { protocol, hostname, searchParams } = new URL(value)
    // A socket's folder comes as `?host=/run/postgresql`.
    const host = searchParams.get('host') ?? hostname
    if (host.startsWith('/') || isLoopback(host.replaceAll(/[[\]]/g, ''))) return []
    const insist = `, or PLAIN_LINKS=${kind} where the network between is your own`
    if (kind === 'mail') {
      if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true') return []
      return [`${name}: letters would go in clear: smtps://, or ?requireTLS=true${insist}`]
    }
    if (searchParams.get('sslmode') === 'verify-full') return []
    return [`${name}: the database is on another machine: ?sslmode=verify-full${insist}`]
  })
}

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** What the public site shows of this installation, from the features and the configuration. */
import { encodeConditions } from '#contract/conditions.ts'
import type { SiteFacts } from '#contract/site.ts'
import { trialDaysOf } from '#contract/trial.ts'
import { readTariffs } from './features/licensing/read-tariffs.ts'
import { readConditions } from './features/program/read-conditions.ts'
import type { Io } from './io/io.ts'
import { Refusal } from './io/refusal.ts'
import type { SiteSources } from './io/serve-site.ts'

/** Prices are read again this often: a visitor never sees older ones. */
const FRESH_MS = 10_000

export function siteSources(io: Io): SiteSources {
  const { config } = io
  let known: { facts: SiteFacts; read_at: number } | undefined
  return {
    async facts() {
      const now = io.clock.now()
      if (known && now.getTime() - known.read_at < FRESH_MS) return known.facts
      const tariffs = await readTariffs(io.db)
      const facts: SiteFacts = {
        origin: config.PUBLIC_URL,
        year: now.getUTCFullYear(),
        tariffs,
        trial_days: trialDaysOf(tariffs),
        contacts: {
          phone: config.CONTACT_PHONE ?? null,
          email: config.CONTACT_EMAIL ?? null,
          messenger: config.CONTACT_MESSENGER_URL ?? null,
          socials: config.SOCIAL_URLS,
        },
        demo_bots: {
          telegram: config.DEMO_TELEGRAM_URL ?? null,
          viber: config.DEMO_VIBER_URL ?? null,
        },
      }
      known = { facts, read_at: now.getTime() }
      return facts
    },
    loaders: { conditions: (query) => loadConditions(io, query) },
  }
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The rules of the shop `?org=`, of now or of `&version=`; null for what is not there. */
async function loadConditions(io: Io, { org = '', version = '' }: Record<string, string>) {
  if (!ID.test(org) || !/^\d{0,6}$/.test(version)) return null
  try {
    return encodeConditions(await readConditions(io, org, version ? Number(version) : undefined))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

/**
 * The public site: which addresses are documents rendered by the server, what they are told, and
 * what a renderer is. The pages are built by the web wing into one module (`dist/site/render.js`);
 * the server loads it, hands it the facts and keeps what it answered. Free of zod.
 * See docs/decisions/0017.
 */
import type { WireConditions } from './conditions.ts'
import type { Tariff } from './licensing.ts'

/** The guides for whoever connects a till or an accounting system. */
export const DEVELOPERS_PATH = '/developers'

/** Addresses of the seed that are whole documents; every other address is a page of the cabinet. */
export const sitePaths = [
  '/',
  '/profit',
  '/user_manual',
  DEVELOPERS_PATH,
  '/license_agreement',
  '/conditions_of_participation',
  '/local_marketing',
  '/articles/rmk_manual',
  '/articles/how_to_improve_efficiency_bas',
  '/articles/chat_bot_for_bas_sb',
  '/articles/bot_creation',
  '/articles/bas_user_manual',
  '/yak-zbilshyty-prodazhi',
] as const
export type SitePath = (typeof sitePaths)[number]

/** True for an address that the browser must fetch as a document of its own. */
export const isSitePath = (path: string): path is SitePath =>
  (sitePaths as readonly string[]).includes(path)

/** What is true of this installation; every page may show any of it. */
export type SiteFacts = {
  /** PUBLIC_URL, without a slash at its end. */
  origin: string
  year: number
  tariffs: Pick<Tariff, 'id' | 'name' | 'period' | 'price' | 'currency' | 'limits' | 'features'>[]
  /** Free days of a newcomer. */
  trial_days: number
  contacts: {
    phone: string | null
    email: string | null
    /** Where to write in a messenger. */
    messenger: string | null
    socials: string[]
  }
  /** Addresses of the demo bots; null while there is none. */
  demo_bots: { telegram: string | null; viber: string | null }
}

/** What some pages need on top, by name: the server has a loader for each. */
export type SiteLoads = {
  /** The rules of one shop, by `?org=`; null when there is no such shop. */
  conditions: WireConditions | null
}
export type SiteLoad = keyof SiteLoads
export type SiteLoaders = {
  [L in SiteLoad]: (query: Record<string, string>) => Promise<SiteLoads[L]>
}

export type SiteAsk = {
  path: string
  query: Record<string, string>
  /** An id that `languageOf` answered. */
  language: string
  facts: SiteFacts
  loaded?: SiteLoads[SiteLoad] | undefined
}

/** What the build tells the renderer: names of files that carry a hash. */
export type SiteAssets = { script: string; fonts: string[]; css: string }

export type SiteRenderer = {
  /** `?lang=` wins, then the cookie, then Ukrainian. */
  languageOf(asked: string | undefined, stored: string | undefined): string
  /** What the page at this path needs to be loaded for it. */
  loads(path: string): SiteLoad | undefined
  /** The whole document; for an unknown path that of «no such page». */
  render(ask: SiteAsk): { status: number; html: string }
  /** What is shown when a page could not be made; it needs no facts. */
  renderFailure(language: string): string
  sitemap(origin: string): string
}

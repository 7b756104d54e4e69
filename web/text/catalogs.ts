/**
 * The catalogues: one JSON per language and area, flat keys, plural forms as `key_one`, `key_few`…
 * The Ukrainian files are the source of the key types; a complete language that misses a key, or
 * has one too many, does not compile (the checks at the end).
 */
import type accountEn from './en/account.json'
import type adminEn from './en/admin.json'
import type landingEn from './en/landing.json'
import type profitEn from './en/profit.json'
import type autoEn from './en/auto.json'
import type authEn from './en/auth.json'
import type auditEn from './en/audit.json'
import type botsEn from './en/bots.json'
import type buyersEn from './en/buyers.json'
import type cashierEn from './en/cashier.json'
import type catalogEn from './en/catalog.json'
import type citiesEn from './en/cities.json'
import type conditionsEn from './en/conditions.json'
import type discountEn from './en/discount.json'
import type importsEn from './en/imports.json'
import type landEn from './en/land.json'
import type mailingsEn from './en/mailings.json'
import type miniEn from './en/mini.json'
import type movesEn from './en/moves.json'
import type movingEn from './en/moving.json'
import type licensesEn from './en/licenses.json'
import type organizationsEn from './en/organizations.json'
import type overviewEn from './en/overview.json'
import type posEn from './en/pos.json'
import type postsEn from './en/posts.json'
import type promotionsEn from './en/promotions.json'
import type publicEn from './en/public.json'
import type readingEn from './en/reading.json'
import type replayEn from './en/replay.json'
import type reportsEn from './en/reports.json'
import type segmentsEn from './en/segments.json'
import type settingsEn from './en/settings.json'
import type shellEn from './en/shell.json'
import type toolsEn from './en/tools.json'
import type webhooksEn from './en/webhooks.json'
import type welcomeEn from './en/welcome.json'
import type accountRu from './ru-RU/account.json'
import type adminRu from './ru-RU/admin.json'
import type landingRu from './ru-RU/landing.json'
import type profitRu from './ru-RU/profit.json'
import type autoRu from './ru-RU/auto.json'
import type authRu from './ru-RU/auth.json'
import type auditRu from './ru-RU/audit.json'
import type botsRu from './ru-RU/bots.json'
import type buyersRu from './ru-RU/buyers.json'
import type cashierRu from './ru-RU/cashier.json'
import type catalogRu from './ru-RU/catalog.json'
import type citiesRu from './ru-RU/cities.json'
import type conditionsRu from './ru-RU/conditions.json'
import type discountRu from './ru-RU/discount.json'
import type importsRu from './ru-RU/imports.json'
import type landRu from './ru-RU/land.json'
import type mailingsRu from './ru-RU/mailings.json'
import type miniRu from './ru-RU/mini.json'
import type movesRu from './ru-RU/moves.json'
import type movingRu from './ru-RU/moving.json'
import type licensesRu from './ru-RU/licenses.json'
import type organizationsRu from './ru-RU/organizations.json'
import type overviewRu from './ru-RU/overview.json'
import type posRu from './ru-RU/pos.json'
import type postsRu from './ru-RU/posts.json'
import type promotionsRu from './ru-RU/promotions.json'
import type publicRu from './ru-RU/public.json'
import type readingRu from './ru-RU/reading.json'
import type replayRu from './ru-RU/replay.json'
import type reportsRu from './ru-RU/reports.json'
import type segmentsRu from './ru-RU/segments.json'
import type settingsRu from './ru-RU/settings.json'
import type shellRu from './ru-RU/shell.json'
import type toolsRu from './ru-RU/tools.json'
import type webhooksRu from './ru-RU/webhooks.json'
import type welcomeRu from './ru-RU/welcome.json'
import type account from './ua-UA/account.json'
import type admin from './ua-UA/admin.json'
import type landing from './ua-UA/landing.json'
import type profit from './ua-UA/profit.json'
import type auto from './ua-UA/auto.json'
import type auth from './ua-UA/auth.json'
import type audit from './ua-UA/audit.json'
import type bots from './ua-UA/bots.json'
import type buyers from './ua-UA/buyers.json'
import type cashier from './ua-UA/cashier.json'
import type catalog from './ua-UA/catalog.json'
import type cities from './ua-UA/cities.json'
import type conditions from './ua-UA/conditions.json'
import type discount from './ua-UA/discount.json'
import type imports from './ua-UA/imports.json'
import type land from './ua-UA/land.json'
import type mailings from './ua-UA/mailings.json'
import type mini from './ua-UA/mini.json'
import type moves from './ua-UA/moves.json'
import type moving from './ua-UA/moving.json'
import type licenses from './ua-UA/licenses.json'
import type organizations from './ua-UA/organizations.json'
import type overview from './ua-UA/overview.json'
import type pos from './ua-UA/pos.json'
import type posts from './ua-UA/posts.json'
import type promotions from './ua-UA/promotions.json'
import type publicPages from './ua-UA/public.json'
import type reading from './ua-UA/reading.json'
import type replay from './ua-UA/replay.json'
import type reports from './ua-UA/reports.json'
import type segments from './ua-UA/segments.json'
import type settings from './ua-UA/settings.json'
import type shell from './ua-UA/shell.json'
import type tools from './ua-UA/tools.json'
import type webhooks from './ua-UA/webhooks.json'
import type welcome from './ua-UA/welcome.json'

type Ukrainian = {
  shell: typeof shell
  tools: typeof tools
  admin: typeof admin
  landing: typeof landing
  profit: typeof profit
  auto: typeof auto
  auth: typeof auth
  licenses: typeof licenses
  account: typeof account
  mailings: typeof mailings
  mini: typeof mini
  moves: typeof moves
  moving: typeof moving
  organizations: typeof organizations
  land: typeof land
  catalog: typeof catalog
  cities: typeof cities
  conditions: typeof conditions
  discount: typeof discount
  imports: typeof imports
  posts: typeof posts
  promotions: typeof promotions
  public: typeof publicPages
  overview: typeof overview
  segments: typeof segments
  settings: typeof settings
  pos: typeof pos
  audit: typeof audit
  bots: typeof bots
  buyers: typeof buyers
  reading: typeof reading
  replay: typeof replay
  reports: typeof reports
  cashier: typeof cashier
  webhooks: typeof webhooks
  welcome: typeof welcome
}
type Russian = {
  shell: typeof shellRu
  tools: typeof toolsRu
  admin: typeof adminRu
  landing: typeof landingRu
  profit: typeof profitRu
  auto: typeof autoRu
  auth: typeof authRu
  licenses: typeof licensesRu
  account: typeof accountRu
  mailings: typeof mailingsRu
  mini: typeof miniRu
  moves: typeof movesRu
  moving: typeof movingRu
  organizations: typeof organizationsRu
  land: typeof landRu
  catalog: typeof catalogRu
  cities: typeof citiesRu
  conditions: typeof conditionsRu
  discount: typeof discountRu
  imports: typeof importsRu
  posts: typeof postsRu
  promotions: typeof promotionsRu
  public: typeof publicRu
  overview: typeof overviewRu
  segments: typeof segmentsRu
  settings: typeof settingsRu
  pos: typeof posRu
  audit: typeof auditRu
  bots: typeof botsRu
  buyers: typeof buyersRu
  reading: typeof readingRu
  replay: typeof replayRu
  reports: typeof reportsRu
  cashier: typeof cashierRu
  webhooks: typeof webhooksRu
  welcome: typeof welcomeRu
}
type English = {
  shell: typeof shellEn
  tools: typeof toolsEn
  admin: typeof adminEn
  landing: typeof landingEn
  profit: typeof profitEn
  auto: typeof autoEn
  auth: typeof authEn
  licenses: typeof licensesEn
  account: typeof accountEn
  mailings: typeof mailingsEn
  mini: typeof miniEn
  moves: typeof movesEn
  moving: typeof movingEn
  organizations: typeof organizationsEn
  land: typeof landEn
  catalog: typeof catalogEn
  cities: typeof citiesEn
  conditions: typeof conditionsEn
  discount: typeof discountEn
  imports: typeof importsEn
  posts: typeof postsEn
  promotions: typeof promotionsEn
  public: typeof publicEn
  overview: typeof overviewEn
  segments: typeof segmentsEn
  settings: typeof settingsEn
  pos: typeof posEn
  audit: typeof auditEn
  bots: typeof botsEn
  buyers: typeof buyersEn
  reading: typeof readingEn
  replay: typeof replayEn
  reports: typeof reportsEn
  cashier: typeof cashierEn
  webhooks: typeof webhooksEn
  welcome: typeof welcomeEn
}

/** `bonus_few` → `bonus`: what a caller asks for with `count`. */
type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : K
type KeysOf<Catalog> = WithoutPlural<Extract<keyof Catalog, string>>

export type Area = keyof Ukrainian
export type TextKey<A extends Area> = KeysOf<Ukrainian[A]>

/** The areas of a language whose keys differ from the Ukrainian ones, with the keys that differ. */
type Differences<Other extends Record<Area, unknown>> = {
  [
    A in Area as [
      | Exclude<KeysOf<Ukrainian[A]>, KeysOf<Other[A]>>
      | Exclude<KeysOf<Other[A]>, KeysOf<Ukrainian[A]>>,
    ] extends [never]
      ? never
      : A
  ]: {
    missing: Exclude<KeysOf<Ukrainian[A]>, KeysOf<Other[A]>>
    unknown: Exclude<KeysOf<Other[A]>, KeysOf<Ukrainian[A]>>
  }
}
// An error on the next two lines names the areas in which a language differs, and the keys.
const russianDiffers: Differences<Russian> = {}
const englishDiffers: Differences<English> = {}
void russianDiffers
void englishDiffers

import { eventOf, type EventCode } from '#contract/notification-events.ts'
import { leadButton } from '#server/features/bots/lead-button.ts'
import { openClientContext } from '#server/features/bots/open-client-context.ts'
import { listChats } from '#server/features/bots/list-chats.ts'
import { tellChat } from '#server/features/bots/tell-chat.ts'
import { wordsIn } from '#server/features/bots/words.ts'
import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { balanceOf, fullName } from '#server/features/buyers/rules.ts'
import { levelFacts } from '#server/features/bots/fact-rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { newId } from '#server/io/id.ts'
import { requireOwnImage } from '#server/io/images.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { refuseText } from './refuse-text.ts'
import {
  buttonsOf,
  EXAMPLE,
  signed,
  standardNameOf,
  valuesOf,
  writeText,
  type CommonFacts,
  type EventFacts,
  type Look,
} from './rules.ts'
import { loadSignature, sayEvent, standardIn } from './tell-event.ts'

type Tried = {
  code: EventCode
  text: string | null
  language: string
  bonus?: number | null | undefined
} & { [Part in keyof Look]?: Look[Part] | undefined }

const lookOf = ({ image, scale, ...button }: Tried): Look => ({
  ...{ scale: scale ?? 'stars', image: image ?? null },
  ...{ button_text: button.button_text ?? null, button_url: button.button_url ?? null },
  button_leads_to: button.button_leads_to ?? 'url',
  button_product_id: button.button_product_id ?? null,
})

/** Made-up figures of an event; a gift of its own is the one that is set. */
function exampleOf({ code, bonus }: Tried, organization: Organization): EventFacts {
  const named = { place: organization.name, promotion: organization.name }
  const facts = { ...EXAMPLE.facts, ...named }
  if (!eventOf(code).gives) return facts
  return bonus ? { ...facts, bonuses: bonus } : { ...facts, bonuses: 0, until: null }
}

/**
 * What a buyer would read: with their own name, balance and level, and made-up figures of the
 * event; without a phone everything is made up. Changes nothing.
 * Refuses: `validation_failed`, `buyer_not_found`.
 */
export async function previewNotification(
  io: Io,
  organization: Organization,
  tried: Tried,
  phone: string | undefined,
  caller: string,
) {
  const { code, text, language } = tried
  if (text !== null) refuseText(code, text, 'text', caller)
  const program = await loadProgram(io, organization)
  const found = phone === undefined ? null : await find(io, organization, program, phone)
  const words = wordsIn(language, program)
  const common = commonOf(io, organization, program, found)
  const look = lookOf(tried)
  const shown = text ?? standardIn(language, standardNameOf(code, look))
  const written = writeText(
    code,
    shown,
    valuesOf(common, exampleOf(tried, organization), words),
    textLanguageOf(language),
  )
  const led = { ...look, ...(await leadButton(io, organization.id, look)) }
  const buttons = buttonsOf(eventOf(code), 'example', led, words.say)
  return {
    text: signed(written, eventOf(code).about, await loadSignature(io, organization)),
    buttons: buttons.map((row) => row.map((button) => button.text)),
    buyer: found && (fullName(found.buyer) || phone || ''),
  }
}

async function find(
  io: Io,
  organization: Organization,
  program: Program,
  phone: string,
): Promise<FoundBuyer> {
  const found = await findBuyer(io, organization.id, { phone }, program)
  if (!found || found.buyer.status === 'forgotten') throw new Refusal('buyer_not_found')
  return found
}

function commonOf(
  io: Io,
  { name, phone }: Organization,
  program: Program,
  found: FoundBuyer | null,
): CommonFacts {
  const shop = { name, phone }
  if (!found) return { ...EXAMPLE.common, shop, level: exampleLevel(program) }
  const now = io.clock.now().getTime()
  const { available, expiring } = balanceOf(found.account, now, program.timezone)
  return {
    first_name: found.buyer.first_name,
    ...{ shop, available, expiring: expiring[0] ?? null },
    level: levelFacts(found.account, program, now),
  }
}

/** Somebody on the first level of the ladder. */
function exampleLevel({ levels }: Program): CommonFacts['level'] {
  const [level, next] = levels
  if (!level || !next) return null
  const left = next.min_turnover - level.min_turnover
  return { name: level.name, percent: level.cashback_percent, next: { name: next.name, left } }
}

/**
 * Sends it now to one buyer as a trial, whatever they have agreed to: the owner has asked for it by
 * name. Refuses: `validation_failed`, `buyer_not_found`, `no_messenger`.
 */
export async function testNotification(
  io: Io,
  organization: Organization,
  tried: Tried,
  phone: string,
  caller: string,
): Promise<void> {
  const { code, text } = tried
  if (text !== null) refuseText(code, text, 'text', caller)
  const look = lookOf(tried)
  await requireOwnImage(io.config, organization.id, look.image, 'image')
  const program = await loadProgram(io, organization)
  const { buyer } = await find(io, organization, program, phone)
  const [chat] = await listChats(io, { organization_id: organization.id, buyer_id: buyer.id })
  const context = chat && (await openClientContext(io, chat))
  const message =
    context &&
    (await sayEvent(io, context, {
      ...{ code, object: 'example' },
      setting: { ...look, texts: text === null ? {} : { all: text } },
      facts: exampleOf(tried, organization),
    }))
  if (!chat || !message) throw new Refusal('no_messenger')
  await tellChat(io, chat, message, `test ${newId(io.clock.now())}`)
}

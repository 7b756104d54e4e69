import { cardDesign, type CardDesign } from '#contract/bots.ts'
import * as endpoints from '#contract/card.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import { requireOwnImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textLanguageOf, type TextLanguage } from '#server/io/text.ts'
import { cardOfBuyer, designOf, pictureOf } from './card-of-buyer.ts'
import { drawCard, type CardPicture } from './draw-card.ts'
import { keepMemberBirthday } from './keep-member-birthday.ts'
import { openMemberCard } from './open-member-card.ts'
import { findShop, type ShopRow } from './store.ts'

const PICTURES_A_MINUTE = 120

export function cardRoutes(io: Io): Route[] {
  return [
    route(endpoints.drawCardPicture, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      await takeRate(io, `card picture ${owner.user_id}`, PICTURES_A_MINUTE, 60)
      const shop = await findShop(io.db, id)
      if (!shop) throw new Refusal('not_found')
      const design = designFrom(query, await designOf(io, shop))
      await requireOwnImage(io.config, id, design.logo, 'logo')
      const language = textLanguageOf(query.language ?? shop.language)
      const picture = await pictureFor(io, shop, query.buyer_id, language)
      const bytes = await drawCard(io, { ...picture, design })
      return { file_name: 'card.png', media_type: 'image/png', bytes }
    }),

    route(endpoints.openMemberCard, ({ query }, call) => openMemberCard(io, call, query)),

    route(endpoints.keepMemberBirthday, ({ query, body }, call) =>
      keepMemberBirthday(io, call, query, body.birthday),
    ),
  ]
}

type Query = Partial<
  Record<'background' | 'title' | 'code' | 'back_text' | 'fields' | 'logo', string>
>

/** The saved design with what is being tried. Refuses: `validation_failed`. */
function designFrom(
  { logo, fields, background, title, code, back_text }: Query,
  saved: CardDesign,
) {
  return cardDesign.parse({
    ...saved,
    ...(background !== undefined && { background }),
    ...(title !== undefined && { title }),
    ...(code !== undefined && { code }),
    ...(back_text !== undefined && { back_text }),
    ...(logo !== undefined && { logo: logo === '' ? null : logo }),
    ...(fields !== undefined && { fields: fields === '' ? [] : fields.split(',') }),
  })
}

async function pictureFor(
  io: Io,
  shop: ShopRow,
  buyer_id: string | undefined,
  language: TextLanguage,
): Promise<Omit<CardPicture, 'design'>> {
  if (buyer_id === undefined) return example(shop, language)
  const card = await cardOfBuyer(io, { organization_id: shop.id, buyer_id })
  if (!card) throw new Refusal('buyer_not_found')
  return pictureOf(card, card.found.buyer.card_code, language)
}

/** A card of nobody: 230 bonuses, 30 of which expire. */
const example = (shop: ShopRow, language: TextLanguage): Omit<CardPicture, 'design'> => ({
  ...{ shop_name: shop.name, language, code: '2700000000007' },
  buyer: {
    name: exampleName[language] ?? 'Olena K.',
    level: null,
    balance: 230_00,
    next_expiry: { date: '28.11', amount: 30_00 },
  },
})

const exampleName: Partial<Record<TextLanguage, string>> = { uk: 'Олена К.', ru: 'Елена К.' }

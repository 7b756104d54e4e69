import type { Shop } from './shop.ts'
import type { openBotWorld, openTelegramShop } from './bots.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
type Kava = Awaited<ReturnType<typeof openTelegramShop>>

let people = 0

/** A person who joined through the shop's bot and has answered about advertising. */
export async function openReader(
  world: World,
  { shop, bot, slug }: Kava,
  { ads = true }: { ads?: boolean } = {},
) {
  people += 1
  const phone = `+38067${String(7_200_000 + people)}`
  const person = world.telegram.person(bot, 720_000 + people)
  await person.start(`p${slug}_qr`)
  await person.share(phone.slice(1))
  await world.settle()
  await person.tap(ads ? 'Так, надсилати' : 'Лише про мої бонуси')
  await world.settle()
  const { organization_id } = shop
  const chat = await world.t.io.db
    .selectFrom('subscriber')
    .select(['buyer_id', 'client_id'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', String(person.id))
    .executeTakeFirstOrThrow()
  const words = () => person.messages.map((one) => one.text ?? one.caption ?? '').join('\n---\n')
  return { person, phone, words, buyer_id: chat.buyer_id ?? '', client_id: chat.client_id }
}

/** Changes how one notification of the shop is set. */
export async function setNotification(shop: Shop, code: string, changes: object) {
  const query = `organization_id=${shop.organization_id}`
  const { data } = await shop.owner.inject('GET', `/api/v1/auto-notifications?${query}`)
  const { version } = data.items.find((one: { code: string }) => one.code === code)
  return shop.owner.inject('PATCH', `/api/v1/auto-notifications/${code}?${query}`, {
    version,
    ...changes,
  })
}

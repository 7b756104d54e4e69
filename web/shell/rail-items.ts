/** The sections of the cabinet, in the order and the groups of the rail. */
import {
  IconAdjustments,
  IconBell,
  IconBuildingStore,
  IconCalendarStats,
  IconCoins,
  IconDiscount2,
  IconGift,
  IconHistory,
  IconHome,
  IconId,
  IconLicense,
  IconListDetails,
  IconMailCog,
  IconMessages,
  IconNews,
  IconReceipt2,
  IconRobot,
  IconSend,
  IconSpeakerphone,
  IconTagStarred,
  IconTruckDelivery,
  IconUserSquare,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { TextKey } from '../text/text.ts'
import { paths } from './paths.ts'

export type RailItem = {
  key: TextKey<'shell'>
  icon: typeof IconHome
  href: string
}
export type RailGroup = { key?: TextKey<'shell'>; items: RailItem[] }

export function railGroups(id: string): RailGroup[] {
  return [
    { items: [{ key: 'rail.overview', icon: IconHome, href: paths.overview(id) }] },
    {
      key: 'rail.program',
      items: [
        { key: 'rail.bonuses', icon: IconCoins, href: `${paths.settings(id)}?tab=bonuses` },
        { key: 'rail.discount', icon: IconDiscount2, href: paths.discount(id) },
        { key: 'rail.min_price', icon: IconTagStarred, href: paths.min_price(id) },
        { key: 'rail.welcome', icon: IconGift, href: paths.welcome_bonuses(id) },
        { key: 'rail.promotions', icon: IconSpeakerphone, href: paths.promotions(id) },
      ],
    },
    {
      key: 'rail.buyers',
      items: [
        { key: 'rail.buyers_list', icon: IconUsers, href: paths.buyers(id) },
        { key: 'rail.inbox', icon: IconMessages, href: paths.inbox(id) },
        { key: 'rail.client_card', icon: IconId, href: paths.client_card(id) },
      ],
    },
    {
      key: 'rail.talk',
      items: [
        { key: 'rail.news', icon: IconNews, href: paths.news(id) },
        { key: 'rail.mailings', icon: IconSend, href: paths.manual_notifications(id) },
        { key: 'rail.auto', icon: IconBell, href: paths.auto_notifications(id) },
        { key: 'rail.bots', icon: IconRobot, href: paths.bots(id) },
      ],
    },
    {
      key: 'rail.points',
      items: [
        { key: 'rail.pos', icon: IconBuildingStore, href: paths.pos(id) },
        { key: 'rail.licenses', icon: IconLicense, href: paths.licenses(id) },
      ],
    },
    {
      key: 'rail.reports',
      items: [
        { key: 'rail.receipts', icon: IconReceipt2, href: paths.receipts(id) },
        { key: 'rail.transactions', icon: IconListDetails, href: paths.transactions(id) },
        { key: 'rail.period', icon: IconCalendarStats, href: paths.transaction_reports(id) },
        { key: 'rail.audit', icon: IconHistory, href: paths.audit(id) },
        { key: 'rail.report_options', icon: IconMailCog, href: paths.report_options },
      ],
    },
    {
      key: 'rail.settings',
      items: [
        { key: 'rail.settings', icon: IconAdjustments, href: `${paths.settings(id)}?tab=general` },
        { key: 'rail.webhooks', icon: IconWebhook, href: paths.webhooks(id) },
        { key: 'rail.moving', icon: IconTruckDelivery, href: paths.moving(id) },
        { key: 'rail.profile', icon: IconUserSquare, href: paths.profile(id) },
      ],
    },
  ]
}

/** Which one of the items the address is in: the same path first, then the same tab of it. */
export function activeItem(groups: RailGroup[], pathname: string, tab: string | undefined) {
  const items = groups.flatMap((group) => group.items)
  const here = items.filter((item) => {
    const [path = ''] = item.href.split('?')
    return pathname === path || pathname.startsWith(`${path}/`)
  })
  const byTab = here.find((item) => {
    const wanted = new URLSearchParams(item.href.split('?')[1]).get('tab')
    return wanted === (tab ?? null)
  })
  if (byTab || here.length > 0) return (byTab ?? here[0])?.href
  // A buyer's card belongs to the list of buyers.
  return pathname.includes('/buyers/card/')
    ? items.find((item) => item.key === 'rail.buyers_list')?.href
    : undefined
}

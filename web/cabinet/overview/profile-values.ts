/** The profile as inputs hold it, and what of it is sent. */
import { normalizePhone, printPhone } from '#contract/phone.ts'
import { refusalSentence, type Text } from '../../text/text.ts'
import type { Profile, ProfileChanges } from './queries.ts'

export const NETWORKS = ['instagram', 'facebook', 'tiktok'] as const

export const toValues = (profile: Profile) => ({
  name: profile.name,
  business_category: profile.business_category,
  logo: profile.logo,
  description: profile.description,
  country_id: profile.country_id,
  city_id: profile.city_id,
  address: profile.address,
  phone: profile.phone ? printPhone(profile.phone) : '',
  email: profile.email ?? '',
  currency: profile.currency,
  timezone: profile.timezone,
  language: profile.language,
  site: profile.site ?? '',
  instagram: profile.socials.instagram ?? '',
  facebook: profile.socials.facebook ?? '',
  tiktok: profile.socials.tiktok ?? '',
  legal_name: profile.legal_name,
  tax_id: profile.tax_id,
  rules_text: profile.rules_text,
})
export type ProfileValues = ReturnType<typeof toValues>

const LINK = /^https?:\/\/\S+\.\S+$/i
const EMAIL = /^\S+@\S+\.\S+$/

export const rulesOf = (t: Text<'overview'>) => {
  const link = (text: string) =>
    text.trim() && !LINK.test(text.trim()) ? t('profile.link.error') : null
  return {
    name: (name: string) =>
      name.trim().length < 2 || name.trim().length > 80 ? t('profile.name.error') : null,
    phone: (phone: string) =>
      phone.trim() && !normalizePhone(phone) ? (refusalSentence('not_a_phone') ?? '!') : null,
    email: (email: string) =>
      email.trim() && !EMAIL.test(email.trim()) ? t('profile.email.error') : null,
    tax_id: (tax_id: string) =>
      /^(\d{8}|\d{10})?$/.test(tax_id) ? null : t('profile.tax_id.error'),
    site: link,
    instagram: link,
    facebook: link,
    tiktok: link,
  }
}

/** Only what differs from the stored profile; the three networks are replaced together. */
export function changesOf(
  values: ProfileValues,
  stored: ProfileValues,
): Omit<ProfileChanges, 'version'> {
  const { instagram: _instagram, facebook: _facebook, tiktok: _tiktok, ...rest } = values
  const wire = {
    ...rest,
    name: rest.name.trim(),
    address: rest.address.trim(),
    legal_name: rest.legal_name.trim(),
    phone: rest.phone.trim() ? (normalizePhone(rest.phone) ?? rest.phone) : null,
    email: rest.email.trim() || null,
    site: rest.site.trim() || null,
  }
  const changed = Object.entries(wire).filter(
    ([name]) => values[name as keyof ProfileValues] !== stored[name as keyof ProfileValues],
  )
  const socials = NETWORKS.flatMap((network) => {
    const link = values[network].trim()
    return link ? [[network, link] as const] : []
  })
  const networksChanged = NETWORKS.some((network) => values[network] !== stored[network])
  return {
    ...Object.fromEntries(changed),
    ...(networksChanged ? { socials: Object.fromEntries(socials) } : {}),
  }
}

/**
 * The owner's businesses.
 *
 * Opening one also makes its bonus program, a first point of sale, on an account's first opening a
 * trial license, and on request a first cashier: all or nothing.
 * Source: seed §7 "Organizations"; spec/api.md; design/screens.md §3, §5.1, §5.2.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { imageAddress } from './images.ts'
import { ORGANIZATION_NAME_MAX, ORGANIZATION_NAME_MIN } from './limits.ts'
import { cashRegisterUser } from './pos.ts'
import {
  cashierLogin,
  email,
  id,
  language,
  line,
  moment,
  money,
  pageOf,
  pageQuery,
  paragraph,
  phone,
  version,
} from './wire.ts'

const businessCategory = z.enum([
  'cafe',
  'shop',
  'beauty',
  'car_service',
  'flowers',
  'pharmacy',
  'online',
  'other',
])
export type BusinessCategory = z.output<typeof businessCategory>

/** Where the first-run wizard of `/land` goes on, and what its checklist remembers. */
const onboarding = z.object({
  step: z.enum(['percent', 'first_bonus', 'bot', 'done']),
  checklist_hidden: z.boolean(),
  qr_printed: z.boolean(),
})
export type Onboarding = z.output<typeof onboarding>

const socials = z.object({
  instagram: z.string().optional(),
  facebook: z.string().optional(),
  tiktok: z.string().optional(),
})
export type Socials = z.output<typeof socials>

const organization = z.object({
  id,
  name: z.string(),
  business_category: businessCategory,
  legal_name: z.string(),
  tax_id: z.string(),
  country_id: id.nullable(),
  city_id: id.nullable(),
  city_name: z.string().nullable(),
  address: z.string(),
  currency: z.string(),
  /** True after the first receipt: the currency cannot change any more. */
  currency_locked: z.boolean(),
  timezone: z.string(),
  language,
  phone: z.string().nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  socials,
  logo: z.string().nullable(),
  description: z.string(),
  rules_text: z.string(),
  rules_version: z.int(),
  /** How the shop calls its bonuses, in four forms. */
  bonus_name: z
    .object({ one: z.string(), few: z.string(), many: z.string(), fraction: z.string() })
    .nullable(),
  is_demo: z.boolean(),
  created_at: moment,
  version: z.int(),
  onboarding,
  stats_brief: z.object({
    pos_count: z.int(),
    buyers_count: z.int(),
    /** Purchases of members since the month began in the organization's zone. */
    month_turnover: money,
    /** The license that lasts longest, or null when there is none. */
    license: z.object({ is_trial: z.boolean(), expires_at: moment }).nullable(),
  }),
})
export type Organization = z.output<typeof organization>

const link = line(0, 2048).pipe(z.url({ protocol: /^https?$/ }))

/** An IANA zone; the server checks that it exists (`unknown_timezone`). */
const timezone = z.string().min(1).max(60)
const currencyCode = z.string().regex(/^[A-Z]{3}$/)

const editable = {
  business_category: businessCategory,
  country_id: id.nullable(),
  city_id: id.nullable(),
  address: line(0, 140),
  currency: currencyCode,
  timezone,
  language,
  phone: phone.nullable(),
  email: email.nullable(),
}

const organizationParams = z.strictObject({ organization_id: id })

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/v1/organizations',
  summary: 'The organizations of who is signed in, by name',
  access: 'owner',
  query: z.strictObject({ ...pageQuery(), q: line(0, ORGANIZATION_NAME_MAX).optional() }),
  response: pageOf(organization),
})

export const openOrganization = endpoint({
  method: 'POST',
  path: '/api/v1/organizations',
  summary: 'Open an organization with its program, first point of sale and trial',
  access: 'owner',
  body: z.strictObject({
    name: line(ORGANIZATION_NAME_MIN, ORGANIZATION_NAME_MAX),
    ...z.object(editable).partial().shape,
    /** The first cashier; the login is made up when absent. */
    cashier: z.strictObject({ name: line(1, 60), login: cashierLogin.optional() }).optional(),
  }),
  response: z.object({
    ...organization.shape,
    opened: z.object({
      pos_id: id,
      /** Null when this account has used its trial already. */
      license_id: id.nullable(),
      /** The PIN is shown only here. */
      cashier: z.object({ user: cashRegisterUser, pin: z.string() }).nullable(),
    }),
  }),
  status: 201,
  refusals: ['name_taken', 'rate_limited'],
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/{organization_id}',
  summary: 'One organization',
  access: 'owner',
  params: organizationParams,
  response: organization,
})

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/v1/organizations/{organization_id}',
  summary: 'Change the profile or the state of the first-run wizard',
  access: 'owner',
  params: organizationParams,
  body: z.strictObject({
    version,
    name: line(ORGANIZATION_NAME_MIN, ORGANIZATION_NAME_MAX).optional(),
    ...z.object(editable).partial().shape,
    legal_name: line(0, 120).optional(),
    /** 8 digits of a company or 10 of a person; empty clears it. */
    tax_id: z
      .string()
      .regex(/^(\d{8}|\d{10})?$/)
      .optional(),
    site: link.nullable().optional(),
    /** Replaces all three. */
    socials: z
      .strictObject({
        instagram: link.optional(),
        facebook: link.optional(),
        tiktok: link.optional(),
      })
      .optional(),
    logo: imageAddress.optional(),
    description: paragraph(300).optional(),
    rules_text: paragraph(2000).optional(),
    onboarding: z.strictObject(onboarding.partial().shape).optional(),
  }),
  response: organization,
  refusals: ['name_taken', 'version_conflict', 'in_use'],
})

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/api/v1/organizations/{organization_id}',
  summary: 'Delete an organization; its data is kept for 30 days',
  access: 'owner',
  params: organizationParams,
})

const currency = z.object({
  /** ISO 4217. */
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  minor_digits: z.int(),
})
export type Currency = z.output<typeof currency>

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/currencies',
  summary: 'Currencies a program may count in, named in the caller’s language',
  access: 'owner',
  query: z.strictObject(pageQuery(1000, 1000)),
  response: pageOf(currency),
})

const organizationRow = z.object({
  id,
  name: z.string(),
  owner_email: z.string(),
  city_name: z.string().nullable(),
  is_demo: z.boolean(),
  created_at: moment,
  pos_count: z.int(),
  buyers_count: z.int(),
  license: z.object({ is_trial: z.boolean(), expires_at: moment }).nullable(),
})
export type OrganizationRow = z.output<typeof organizationRow>

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: '/api/v1/admin/organizations',
  summary: 'Organizations of all owners, the newest first',
  access: 'platform_administrator',
  query: z.strictObject({ q: line(0, ORGANIZATION_NAME_MAX).optional(), ...pageQuery() }),
  response: pageOf(organizationRow),
})

export const endOwnerSessions = endpoint({
  method: 'POST',
  path: '/api/v1/admin/organizations/{organization_id}/end-sessions',
  summary: 'Sign the owner of an organization out everywhere: when an account may be stolen',
  access: 'platform_administrator',
  params: z.strictObject({ organization_id: id }),
  body: z.strictObject({
    /** Also turn the owner’s second factor off: phone and codes are lost, and it was made sure who asks. */
    second_factor: z.boolean().optional(),
  }),
  response: z.object({ ended: z.int().describe('How many sessions were open.') }),
  refusals: ['not_found'],
})

import type { Organization } from '../../shell/organizations.ts'

export type BusinessCategory = Organization['business_category']

export const categories: BusinessCategory[] = [
  'cafe',
  'shop',
  'beauty',
  'car_service',
  'flowers',
  'pharmacy',
  'online',
  'other',
]

import { describe, expect, it } from 'vitest'
import { activeItem, railGroups } from './rail-items.ts'

const groups = railGroups('1')
const at = (pathname: string, tab?: string) => activeItem(groups, pathname, tab)

describe('the lit section of the rail', () => {
  it('is the one of the address', () => {
    expect(at('/organizations/pos/1')).toBe('/organizations/pos/1')
    expect(at('/organizations/promotions/1/7')).toBe('/organizations/promotions/1')
  })

  it('tells sections of one page apart by their tab', () => {
    expect(at('/organizations/settings/1', 'bonuses')).toBe('/organizations/settings/1?tab=bonuses')
    expect(at('/organizations/settings/1', 'general')).toBe('/organizations/settings/1?tab=general')
    expect(at('/organizations/main/1', 'profile')).toBe('/organizations/main/1?tab=profile')
    expect(at('/organizations/main/1')).toBe('/organizations/main/1')
  })

  it('is the list of buyers on the page of one buyer', () => {
    expect(at('/organizations/buyers/card/1')).toBe('/organizations/buyers/list/1')
  })

  it('is none outside of the organization', () => {
    expect(at('/account')).toBeUndefined()
  })
})

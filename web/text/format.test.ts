import { describe, expect, it } from 'vitest'
import i18next from 'i18next'
import {
  countedBonuses,
  date,
  dateTime,
  day,
  initials,
  money,
  moneyWhole,
  number,
  percent,
  relative,
  signed,
  today,
  zoneName,
} from './format.ts'

/** Intl puts spaces that do not break; the eye does not tell them apart. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('figures in Ukrainian', () => {
  it('prints money with kopecks and the sign behind', () => {
    expect(plain(money(12345.6, 'UAH', 'uk-UA'))).toBe('12 345,60 ₴')
    expect(plain(money(-230, 'UAH', 'uk-UA'))).toBe('−230,00 ₴')
    expect(plain(moneyWhole(84320.4, 'UAH', 'uk-UA'))).toBe('84 320 ₴')
  })

  it('does not fall to American habits, as the raw id ua-UA would', () => {
    expect(money(12345.6, 'UAH', 'uk-UA')).not.toContain(',345')
  })

  it('names the city of a zone, Kyiv in the reader’s language', async () => {
    const shell = { 'zone.kyiv': 'Київ' }
    await i18next.init({ lng: 'uk-UA', resources: { 'uk-UA': { shell } }, keySeparator: false })
    expect(['Europe/Kyiv', 'America/New_York'].map(zoneName)).toEqual(['Київ', 'New York'])
  })

  it('keeps only the digits a number has', () => {
    expect(plain(number(1240, 2, 'uk-UA'))).toBe('1 240')
    expect(number(1.5, 2, 'uk-UA')).toBe('1,5')
  })

  it('glues the per cent sign with a space that does not break', () => {
    expect(percent(5, 2, 'uk-UA')).toBe('5\u00a0%')
    expect(percent(3.382, 1, 'uk-UA')).toBe('3,4\u00a0%')
    expect(percent(3.382, 1, 'de')).toBe('3,4\u00a0%')
    expect(percent(3.382, 1, 'zh-CN')).toBe('3.4%')
  })

  it('shows the sign of a change', () => {
    expect(signed(17, 2, 'uk-UA')).toBe('+17')
    expect(signed(-230, 2, 'uk-UA')).toBe('−230')
    expect(signed(0, 2, 'uk-UA')).toBe('0')
  })
})

describe('time', () => {
  it('is told in the organization’s zone, whatever the browser’s is', () => {
    expect(dateTime('2026-11-21T12:05:00Z', 'Europe/Kyiv', 'uk-UA')).toBe('21.11.2026, 14:05')
    expect(dateTime('2026-07-21T12:05:00Z', 'Europe/Kyiv', 'uk-UA')).toBe('21.07.2026, 15:05')
    expect(date('2026-11-21T22:30:00Z', 'Europe/Kyiv', 'uk-UA')).toBe('22.11.2026')
  })

  it('leaves a calendar day as it is', () => {
    expect(day('2026-10-25', 'uk-UA')).toBe('25.10.2026')
  })

  it('knows which day it is in Kyiv', () => {
    expect(today('Europe/Kyiv', new Date('2026-11-21T22:30:00Z'))).toBe('2026-11-22')
    expect(today('UTC', new Date('2026-11-21T22:30:00Z'))).toBe('2026-11-21')
  })

  it('says how long ago in the largest unit that fits', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(relative('2026-11-21T09:00:00Z', now, 'uk-UA')).toBe('3 години тому')
    expect(relative('2026-11-20T11:00:00Z', now, 'uk-UA')).toBe('учора')
    expect(relative('2026-11-21T11:59:40Z', now, 'uk-UA')).toBe('зараз')
  })
})

describe('initials', () => {
  it('are the first letters of the names there are', () => {
    expect(initials('Олена', 'Коваль')).toBe('ОК')
    expect(initials('їжак', '')).toBe('Ї')
    expect(initials('Кава', 'на', 'Розі')).toBe('КН')
  })
})

describe('bonuses in the words of a shop', () => {
  const stars = { one: 'зірочка', few: 'зірочки', many: 'зірочок', fraction: 'зірочки' }

  it('stand in the right one of the four forms', async () => {
    await i18next.init({ lng: 'uk-UA', resources: {} })
    const shown = [1, 2, 5, 21, 1.5, 0, -3].map((amount) => plain(countedBonuses(amount, stars)))
    expect(shown).toEqual([
      ...['1 зірочка', '2 зірочки', '5 зірочок', '21 зірочка', '1,5 зірочки', '0 зірочок'],
      '−3 зірочки',
    ])
  })

  it('are left out in other languages: the owner gave no others', async () => {
    await i18next.init({ lng: 'en', resources: {} })
    expect(countedBonuses(5, stars)).not.toContain('зіроч')
  })
})

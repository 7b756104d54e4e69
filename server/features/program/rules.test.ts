import { expect, test } from 'vitest'
import {
  defaultGeneralSettings,
  defaultNotificationSettings,
  defaultProgram,
  generalProblems,
  ladderProblems,
  numberLevels,
} from './rules.ts'

const row = (min_turnover: number, number?: number) => ({
  number,
  name: 'Рівень',
  min_turnover,
  cashback_percent: 500,
  discount_percent: 0,
  max_pay_percent: null,
})

test('the program of a new organization gives 5 % back, pays half of a receipt, lasts 180 days', () => {
  const program = defaultProgram()
  expect(program).toMatchObject({
    mode: 'bonus',
    max_pay_percent: 5_000,
    expiry_mode: 'days',
    expiry_days: 180,
    accrual_rounding: 'whole_down',
    spend_step: 100,
    return_policy: 'debt',
    restore_grace_days: 7,
    spend_confirmation: 'bot_button',
    spend_confirmation_from: 20_000,
  })
  expect(program.levels).toMatchObject([{ min_turnover: 0, cashback_percent: 500 }])
  expect(ladderProblems(program.levels)).toEqual([])
  expect(generalProblems(program)).toEqual([])
})

test('a new shop finds buyers in every way, shows little of them, and asks for no products', () => {
  expect(defaultGeneralSettings()).toMatchObject({
    bonus_name: { one: 'бонус', few: 'бонуси', many: 'бонусів', fraction: 'бонуса' },
    identify_by_phone: true,
    identify_by_card: true,
    identify_by_code: true,
    accrue_by_phone: true,
    register_at_till: true,
    buyer_shown: 'initial',
    cancel_at_other_pos: false,
    products_in_receipt: 'none',
    receipt_footer: '',
  })
  expect(defaultProgram()).toMatchObject({
    level_base: 'lifetime',
    level_downgrade: 'never',
    accrue_on: 'paid_money',
    accrue_when_bonuses_spent: true,
    stack_level_with_promotion: false,
    excluded_categories: [],
  })
  expect(defaultProgram().levels.map(({ name }) => name)).toEqual(['Базовий'])
})

test('cash is rounded to half a hryvnia and in other currencies not at all', () => {
  expect(defaultGeneralSettings('UAH').cash_rounding).toBe(50)
  expect(defaultGeneralSettings('EUR').cash_rounding).toBe(1)
})

test('a ladder begins at zero', () => {
  expect(ladderProblems([row(1)])).toEqual([
    { path: 'levels.0.min_turnover', code: 'first_level_not_zero' },
  ])
  expect(ladderProblems([])).toEqual([
    { path: 'levels.0.min_turnover', code: 'first_level_not_zero' },
  ])
})

test('a level begins strictly above the one before it', () => {
  expect(ladderProblems([row(0), row(1000), row(1000)])).toEqual([
    { path: 'levels.2.min_turnover', code: 'levels_not_increasing' },
  ])
  expect(ladderProblems([row(0), row(1000), row(1001)])).toEqual([])
})

test('two rows cannot be the same level', () => {
  expect(ladderProblems([row(0, 1), row(5, 1)])).toEqual([
    { path: 'levels.1.number', code: 'level_repeated' },
  ])
})

test('a new row gets a number that was never used, a known one keeps its own', () => {
  const { levels, last_used } = numberLevels(
    [row(0, 1), row(5), row(9, 3), row(12)],
    new Set([1, 3]),
    7,
  )
  expect(levels.map((level) => level.number)).toEqual([1, 8, 3, 9])
  expect(last_used).toBe(9)
})

test('a made-up number is replaced, so that nobody revives a removed level', () => {
  expect(numberLevels([row(0, 2)], new Set([1]), 2).levels.map((level) => level.number)).toEqual([
    3,
  ])
})

test('a buyer must be recognisable by something', () => {
  const settings = {
    ...defaultGeneralSettings(),
    identify_by_phone: false,
    identify_by_card: false,
  }
  expect(generalProblems(settings)).toEqual([])
  expect(generalProblems({ ...settings, identify_by_code: false })).toEqual([
    { path: 'identify_by_phone', code: 'no_identification' },
  ])
})

test('the day’s limit of compensations is not below the single one', () => {
  const settings = { ...defaultGeneralSettings(), compensation_max: 100, compensation_day_max: 99 }
  expect(generalProblems(settings)).toEqual([
    { path: 'compensation_day_max', code: 'below_single_limit' },
  ])
})

test('a new shop is quiet at night, writes twice a week at most, and warns its owner by mail', () => {
  expect(defaultNotificationSettings()).toEqual({
    quiet_from: '21:00',
    quiet_to: '09:00',
    marketing_per_week_max: 2,
    preferred_channel: 'last_active',
    signature: '',
    owner_low_rating: true,
    owner_license_ends: true,
    owner_bot_detached: true,
    owner_suspicious: true,
    owner_daily_summary: false,
    owner_by_email: true,
    owner_by_telegram: true,
  })
  expect(defaultGeneralSettings().cash_rounding).toBe(50)
})

test('one way to recognise a buyer is enough, and any of the three is one', () => {
  const ways = ['identify_by_phone', 'identify_by_card', 'identify_by_code'] as const
  const none = { identify_by_phone: false, identify_by_card: false, identify_by_code: false }
  const problems = (settings: object) =>
    generalProblems({ ...defaultGeneralSettings(), ...none, ...settings }).map(({ code }) => code)
  expect(problems({})).toEqual(['no_identification'])
  for (const way of ways) expect(problems({ [way]: true })).toEqual([])
})

test('products on promotion earn and are paid for like others until the owner says otherwise', () => {
  expect(defaultProgram()).toMatchObject({ accrue_on_promoted: true, spend_on_promoted: true })
})

/** How the columns of lists of buyers are called in other programs, as `headingKey` compares them. */
import type { BuyerField } from '#contract/buyer-import.ts'

export const columnNames: Record<BuyerField, readonly string[]> = {
  phone: [
    ...['телефон', 'номер телефону', 'мобільний', 'моб телефон', 'номер', 'тел'],
    ...['номер телефона', 'мобильный', 'phone', 'phone number', 'mobile', 'cell', 'tel'],
    ...['téléphone', 'teléfono', 'telefon', 'telefonnummer', '电话', '手机'],
  ],
  first_name: [
    'імя',
    'имя',
    'first name',
    'firstname',
    'given name',
    'prénom',
    'nombre',
    'vorname',
  ],
  last_name: [
    ...['прізвище', 'фамилия', 'last name', 'lastname', 'surname', 'family name'],
    ...['nom', 'apellido', 'apellidos', 'nachname'],
  ],
  name: [
    ...['піб', 'фио', 'імя та прізвище', 'імя і прізвище', 'имя и фамилия', 'повне імя'],
    ...['покупець', 'клієнт', 'покупатель', 'клиент', 'name', 'full name', 'client', 'customer'],
  ],
  birthday: [
    ...['день народження', 'дата народження', 'др', 'дн', 'народження'],
    ...['день рождения', 'дата рождения', 'birthday', 'birth date', 'date of birth', 'dob'],
  ],
  city: ['місто', 'город', 'city', 'town', 'ville', 'ciudad', 'stadt'],
  balance_until: [
    ...['бонуси діють до', 'діють до', 'дата згоряння', 'згорають', 'бонусы действуют до'],
    ...[
      'дата сгорания',
      'сгорают',
      'expires',
      'expires on',
      'expiry',
      'expiry date',
      'valid until',
    ],
  ],
  balance: [
    ...['баланс', 'бонуси', 'бонусний баланс', 'бонусний рахунок', 'залишок бонусів', 'бали'],
    ...['бонусы', 'бонусный баланс', 'остаток бонусов', 'баллы', 'balance', 'bonuses', 'points'],
  ],
  turnover: [
    ...['сума покупок', 'оборот', 'сума', 'загальна сума', 'витрачено', 'накопичення'],
    ...['сумма покупок', 'сумма', 'общая сумма', 'потрачено', 'накопления'],
    ...['turnover', 'total spent', 'spent', 'total', 'lifetime spend'],
  ],
  tags: [
    ...['теги', 'тег', 'група', 'групи', 'сегмент', 'мітки', 'группа', 'группы', 'метки'],
    ...['tags', 'tag', 'group', 'groups', 'segment', 'labels'],
  ],
  note: ['нотатка', 'коментар', 'примітка', 'комментарий', 'заметка', 'note', 'notes', 'comment'],
}

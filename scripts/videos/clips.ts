/** What the four films of the video guide show, in the order of the guide. */
import type { Page } from '@playwright/test'
import type { Camera } from './film.ts'

export type Set = { page: Page; camera: Camera; organization_id: string }
export type Clip = {
  /** The files, without their endings; the same names are in `web/landing/clips.ts`. */
  name: 'start' | 'rules' | 'till' | 'bot'
  /** Whose eyes it is seen with. */
  who: 'newcomer' | 'owner' | 'cashier'
  /** The whole width of a screen, where what is shown needs it; else letters are larger. */
  wide?: true
  play(set: Set): Promise<void>
}

async function playStart({ page, camera }: Set) {
  const field = (name: string) => page.getByRole('textbox', { name })
  const button = (name: string) => page.getByRole('button', { name })
  await page.goto('/auth/signup')
  await camera.settle()
  camera.say({
    uk: 'Реєстрація: імʼя, пошта, пароль. Картка не потрібна.',
    ru: 'Регистрация: имя, почта, пароль. Карта не нужна.',
    en: 'Sign up: a name, an e-mail, a password. No card needed.',
  })
  camera.hold(900)
  await camera.click(field('Імʼя'), 100)
  await camera.type('Олена', 2)
  await camera.click(field('Електронна пошта'), 100)
  await camera.type(`olena${Date.now() % 10_000}@kava.test`, 4)
  await camera.click(page.getByLabel('Пароль', { exact: true }), 100)
  await camera.type('кава на розі щоранку', 5)
  await camera.click(page.getByRole('checkbox', { name: 'Погоджуюся' }), 200)
  await camera.click(button('Створити акаунт'))
  camera.say({
    uk: 'Ваш бізнес: назва, вид, місто. Точка, ліцензія і касир зʼявляться самі.',
    ru: 'Ваш бизнес: название, вид, город. Точка, лицензия и кассир появятся сами.',
    en: 'Your business: name, kind, city. A point, a license and a cashier come with it.',
  })
  await camera.click(field('Назва'), 100)
  await camera.type('Кава на розі', 4)
  await camera.click(page.getByText('Кавʼярня', { exact: true }), 200)
  await camera.click(page.getByRole('combobox', { name: 'Місто' }), 100)
  await camera.type('Львів', 2)
  await camera.click(page.getByRole('option', { name: 'Львів', exact: true }), 200)
  await camera.click(button('Створити і продовжити'), 800)
  camera.say({
    uk: 'Скільки повертати: для кавʼярні вже стоїть звичний відсоток.',
    ru: 'Сколько возвращать: для кофейни уже стоит привычный процент.',
    en: 'How much to give back: a coffee shop’s usual percent is set already.',
  })
  camera.poster()
  camera.hold(1200)
  await camera.click(button('Зберегти і продовжити'), 300)
  camera.say({
    uk: 'Перший бонус: справжня каса просто тут.',
    ru: 'Первый бонус: настоящая касса прямо здесь.',
    en: 'The first bonus: a real till right here.',
  })
  await camera.click(field('Телефон покупця'), 100)
  await page.keyboard.press('ControlOrMeta+A')
  await camera.type('0671112233', 5)
  await camera.click(button('Нарахувати'), 600)
  await page.getByText('Перший чек проведено').waitFor()
  await camera.settle()
  camera.hold(900)
  await camera.scroll(420)
  camera.hold(2200)
}

async function playRules({ page, camera, organization_id }: Set) {
  const button = (name: string) => page.getByRole('button', { name })
  await page.goto(`/organizations/settings/${organization_id}?tab=bonuses`)
  await camera.settle()
  camera.say({
    uk: 'Правила бонусів: відсоток для кожного рівня.',
    ru: 'Правила бонусов: процент для каждого уровня.',
    en: 'Bonus rules: a percent for each level.',
  })
  camera.hold(1800)
  camera.poster()
  const share = page.getByRole('textbox', { name: 'Оплата бонусами до' })
  await camera.click(share, 100)
  await page.keyboard.press('ControlOrMeta+A')
  await camera.type('30')
  camera.say({
    uk: 'Перш ніж зберегти, приміряйте правило до минулих чеків.',
    ru: 'Прежде чем сохранить, примерьте правило к прошлым чекам.',
    en: 'Before saving, try the rule on past receipts.',
  })
  await camera.click(button('Спробувати на минулих чеках'), 300)
  await camera.click(page.getByRole('button', { name: 'Порахувати', exact: true }), 0)
  await page.getByText('Витрати на програму').first().waitFor({ timeout: 90_000 })
  await camera.settle()
  camera.hold(2600)
  await page.keyboard.press('Escape')
  await page.goto(`/organizations/promotions/${organization_id}`)
  await camera.settle()
  camera.say({
    uk: 'Акції: привід прийти цього тижня.',
    ru: 'Акции: повод прийти на этой неделе.',
    en: 'Promotions: a reason to come this week.',
  })
  camera.hold(1400)
  await camera.click(page.getByRole('link', { name: 'Нова акція' }), 400)
  await camera.click(page.getByRole('link', { name: /Подвійні бонуси/ }), 400)
  camera.say({
    uk: 'Подвійні бонуси: назва, дні й години. Приклад рахується одразу.',
    ru: 'Двойные бонусы: название, дни и часы. Пример считается сразу.',
    en: 'Double bonuses: a name, days and hours. The example is counted at once.',
  })
  await camera.click(page.getByRole('textbox', { name: 'Назва' }), 100)
  await camera.type('Подвійні бонуси до обіду', 4)
  camera.hold(500)
  await camera.scroll(640)
  camera.hold(1800)
}

async function playTill({ page, camera }: Set) {
  await page.goto('/pos_interface')
  await page.getByRole('textbox', { name: 'Телефон або код покупця' }).waitFor()
  await camera.settle()
  camera.say({
    uk: 'Каса: номер телефону або код картки.',
    ru: 'Касса: номер телефона или код карты.',
    en: 'The till: a phone number or the code of a card.',
  })
  camera.hold(1800)
  await camera.type('0672000000')
  await page.getByRole('button', { name: 'Інший покупець' }).waitFor()
  await camera.settle()
  camera.say({
    uk: 'Імʼя та баланс видно ще до суми.',
    ru: 'Имя и баланс видны ещё до суммы.',
    en: 'The name and the balance are seen before the sum.',
  })
  camera.hold(2200)
  await page.getByRole('textbox', { name: 'Сума чека' }).click()
  await camera.type('570')
  await page.getByRole('button', { name: 'Підтвердити' }).waitFor()
  await camera.settle()
  camera.say({
    uk: 'F4 списує найбільше дозволене. Усі суми рахує сервер.',
    ru: 'F4 списывает наибольшее разрешённое. Все суммы считает сервер.',
    en: 'F4 spends the most that is allowed. The server counts all sums.',
  })
  camera.hold(1200)
  await camera.press('F4', 3000)
  camera.poster()
  camera.say({
    uk: 'Enter — і чек проведено: три дії на покупця.',
    ru: 'Enter — и чек проведён: три действия на покупателя.',
    en: 'Enter, and the receipt is made: three actions a buyer.',
  })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Готово' }).waitFor()
  await camera.settle()
  camera.hold(3000)
  await camera.press('F8', 1200)
  camera.say({
    uk: 'Повернення: спершу розрахунок, потім одна кнопка.',
    ru: 'Возврат: сначала расчёт, потом одна кнопка.',
    en: 'A return: the reckoning first, then one button.',
  })
  await camera.click(page.getByRole('listitem').getByRole('button').first(), 1200)
  await camera.click(page.getByRole('button', { name: 'Скасувати чек' }), 3600)
}

async function playBot({ page, camera, organization_id }: Set) {
  await page.goto(`/organizations/bots/${organization_id}`)
  await camera.settle()
  camera.say({
    uk: 'Бот підключається за хвилину: токен від @BotFather.',
    ru: 'Бот подключается за минуту: токен от @BotFather.',
    en: 'A bot is connected in a minute, by a token from @BotFather.',
  })
  camera.hold(2600)
  await page.goto(`/organizations/buyers/client_card/${organization_id}`)
  await camera.settle()
  camera.say({
    uk: 'Картка покупця: оберіть тло — зразок поруч змінюється.',
    ru: 'Карта покупателя: выберите фон — образец рядом меняется.',
    en: 'The buyer’s card: choose a background and the sample changes.',
  })
  camera.hold(1200)
  for (const name of ['Градієнт 3', 'Градієнт 5', 'Градієнт 2']) {
    await camera.click(page.getByRole('radio', { name }), 700)
  }
  camera.poster()
  await camera.click(page.getByRole('textbox', { name: 'Напис' }), 100)
  await page.keyboard.press('ControlOrMeta+A')
  await camera.type('Кава, що вертає', 3)
  await camera.settle()
  camera.hold(1200)
  await page.goto(`/organizations/bots/${organization_id}`)
  await page.getByRole('heading', { name: 'Плакати з QR-кодом' }).scrollIntoViewIfNeeded()
  await camera.settle()
  camera.say({
    uk: 'Плакат із QR-кодом на касу: видно, скільки людей за ним прийшло.',
    ru: 'Плакат с QR-кодом на кассу: видно, сколько людей по нему пришло.',
    en: 'A poster with a QR code for the counter: it tells how many came by it.',
  })
  camera.hold(1600)
  await camera.click(page.getByRole('button', { name: 'Друкувати' }).first(), 2200)
}

export const clips: readonly Clip[] = [
  { name: 'start', who: 'newcomer', play: playStart },
  { name: 'rules', who: 'owner', play: playRules },
  { name: 'till', who: 'cashier', play: playTill },
  { name: 'bot', who: 'owner', wide: true, play: playBot },
]

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { signUpAdministrator } from '#server/testing/administrator.ts'

const cities = '/api/v1/locations/cities'
const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'

let t: TestIo
let owner: Awaited<ReturnType<typeof signUpOwner>>
let administrator: typeof owner
let ukraine: string

beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'admin@verta.test' } })
  owner = await signUpOwner(t)
  administrator = await signUpAdministrator(t, 'admin@verta.test')
  const { data } = await owner.inject('GET', '/api/v1/locations/countries')
  ukraine = data.items[0].id
})
afterAll(() => t.close())

const addCity = async (name: string, region?: string) =>
  owner.inject('POST', cities, { name, country_id: ukraine, ...(region && { region }) })

describe('countries', () => {
  test('come with their phone code and currency, Ukraine first', async () => {
    const { status, data } = await owner.inject('GET', '/api/v1/locations/countries')
    expect(status).toBe(200)
    expect(data.items[0]).toEqual({
      id: ukraine,
      code: 'UA',
      name: 'Україна',
      phone_code: '+380',
      currency: 'UAH',
    })
    expect(data.items.length).toBe(data.total)
    expect(data.total).toBeGreaterThan(40)
  })

  test('are named in the language of the caller', async () => {
    const english = { 'accept-language': 'en' }
    const { data } = await owner.inject('GET', '/api/v1/locations/countries', undefined, english)
    expect(data.items[0].name).toBe('Ukraine')
  })

  test('are not for strangers', async () => {
    expect((await openBrowser(t).inject('GET', '/api/v1/locations/countries')).status).toBe(401)
  })
})

describe('the list of cities', () => {
  test('holds the cities of Ukraine by the Ukrainian alphabet, all in one page if asked', async () => {
    const { status, data } = await owner.inject('GET', `${cities}?page=1&limit=10000`)
    expect(status).toBe(200)
    expect(data.total).toBeGreaterThanOrEqual(60)
    expect(data.items.length).toBe(data.total)
    const names = data.items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('uk').compare))
    expect(names).toEqual(expect.arrayContaining(['Київ', 'Львів', 'Одеса', 'Харків', 'Дніпро']))
  })

  test('finds a part of a name in any case and spacing', async () => {
    const named = async (name: string) =>
      (await owner.inject('GET', `${cities}?name=${encodeURIComponent(name)}`)).data.items.map(
        (city: { name: string }) => city.name,
      )
    expect(await named('ЦЕРКВ')).toEqual(['Біла Церква'])
    expect(await named('біла  церква')).toEqual(['Біла Церква'])
    expect(await named('кам’янськ')).toEqual(['Камʼянське'])
    expect(await named('%')).toEqual([])
    expect(await named('_')).toEqual([])
  })

  test('is given by pages', async () => {
    const page = async (number: number) =>
      (await owner.inject('GET', `${cities}?page=${number}&limit=3`)).data
    const [first, second] = [await page(1), await page(2)]
    expect(first.items.length).toBe(3)
    expect(second).toMatchObject({ page: 2, limit: 3, total: first.total })
    expect(second.items[0].id).not.toBe(first.items[0].id)
    expect((await page(9999)).items).toEqual([])
  })

  test('refuses more than ten thousand, unknown and repeated keys', async () => {
    for (const query of ['limit=10001', 'limit=0', 'page=0', 'sort=x', 'page=1&page=2']) {
      expect((await owner.inject('GET', `${cities}?${query}`)).status, query).toBe(422)
    }
  })
})

describe('one city', () => {
  test('is shown', async () => {
    const { data } = await owner.inject('GET', `${cities}?name=${encodeURIComponent('Умань')}`)
    const [city] = data.items
    expect((await owner.inject('GET', `${cities}/${city.id}`)).data).toEqual({
      id: city.id,
      name: 'Умань',
      country_id: ukraine,
      region: 'Черкаська область',
      organizations_count: 0,
    })
  })

  test('that is not there is not found', async () => {
    const { status, body } = await owner.inject('GET', `${cities}/${ABSENT}`)
    expect(status).toBe(404)
    expect(body.code).toBe('not_found')
  })
})

describe('adding a city', () => {
  test('is open to every owner', async () => {
    const { status, data } = await addCity('Яворів', 'Львівська область')
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Яворів', region: 'Львівська область', country_id: ukraine })
  })

  test('names the one that is there already, whatever the case and spaces', async () => {
    for (const name of ['Біла Церква', 'біла церква', ' БІЛА   ЦЕРКВА ']) {
      const { status, body } = await addCity(name)
      expect(status, name).toBe(409)
      expect(body).toMatchObject({ code: 'name_taken', data: { name: 'Біла Церква' } })
    }
  })

  test('takes a namesake in another region only', async () => {
    expect((await addCity('Миколаїв', 'Львівська область')).status).toBe(201)
    expect((await addCity('Миколаїв', 'львівська область')).body.code).toBe('name_taken')
    expect((await addCity('Миколаїв')).body.code).toBe('name_taken')
  })

  test('of many at once lets one through', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => addCity('Комарно')))
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(15)
  })

  test('needs a country that is there', async () => {
    const answer = await owner.inject('POST', cities, { name: 'Новий', country_id: ABSENT })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toMatchObject([{ path: 'country_id', code: 'not_an_option' }])
  })

  test('refuses an empty name and fields it does not know', async () => {
    const body = { name: ' ', country_id: ukraine }
    expect((await owner.inject('POST', cities, body)).body.fields).toMatchObject([
      { path: 'name', code: 'required' },
    ])
    const extra = { name: 'Ще', country_id: ukraine, created_by: ABSENT }
    expect((await owner.inject('POST', cities, extra)).body.fields).toMatchObject([
      { path: 'created_by', code: 'unknown_field' },
    ])
  })

  test('is limited to thirty an hour', async () => {
    const busy = await signUpOwner(t)
    const add = (n: number) =>
      busy.inject('POST', cities, { name: `Село ${n}`, country_id: ukraine })
    for (let n = 0; n < 30; n += 1) expect((await add(n)).status).toBe(201)
    const { status, headers } = await add(30)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('renaming and deleting', () => {
  test('are for platform administrators', async () => {
    const { data } = await addCity('Судова Вишня')
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'Інше' } : undefined
      const { status } = await owner.inject(method, `${cities}/${data.id}`, body)
      expect(status, method).toBe(403)
    }
  })

  test('an administrator renames a city, but not to the name of another', async () => {
    const { data } = await addCity('Городенка')
    const rename = (name: string) => administrator.inject('PATCH', `${cities}/${data.id}`, { name })
    expect((await rename('городенка')).data.name).toBe('городенка')
    expect((await rename('ЛУЦЬК')).body.code).toBe('name_taken')
    expect((await administrator.inject('PATCH', `${cities}/${ABSENT}`, {})).status).toBe(404)
  })

  test('a city nobody uses is deleted, once', async () => {
    const { data } = await addCity('Рава-Руська')
    expect((await administrator.inject('DELETE', `${cities}/${data.id}`)).status).toBe(204)
    expect((await administrator.inject('DELETE', `${cities}/${data.id}`)).status).toBe(404)
  })

  test('a city in use stays, and the answer tells how many use it', async () => {
    const { data: city } = await addCity('Угнів')
    const opened = await owner.inject('POST', '/api/v1/organizations', {
      name: 'Кава в Угневі',
      city_id: city.id,
    })
    expect(opened.status).toBe(201)
    const { status, body } = await administrator.inject('DELETE', `${cities}/${city.id}`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'in_use', data: { organizations_count: 1 } })
    // An owner counts only their own organizations; an administrator everyone's.
    const seen = async (who: typeof owner) =>
      (await who.inject('GET', `${cities}/${city.id}`)).data.organizations_count
    expect(await seen(owner)).toBe(1)
    expect(await seen(administrator)).toBe(1)
    expect(await seen(await signUpOwner(t))).toBe(0)
  })
})

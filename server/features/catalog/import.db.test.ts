import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runImport } from '#server/features/sheets/run-import.ts'
import { writeXlsx } from '#server/io/spreadsheet.ts'
import { formOf } from '#server/testing/form.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { productSheets } from './product-sheets.ts'

let t: TestIo
let owner: Shop['owner']
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
  owner = (await openShop(t)).owner
})
beforeEach(async () => {
  shop = await openShop(t, { owner })
})
afterAll(() => t.close())

const imports = '/api/v1/products/imports'
const send = (content: string | Buffer, file_name = 'товари.csv') => {
  const { body, headers } = formOf(Buffer.from(content))
  const query = new URLSearchParams({ organization_id: shop.organization_id, file_name }).toString()
  return owner.inject('POST', `${imports}?${query}`, body, headers)
}
/** Sends a file and waits until its columns can be told. */
const read = async (content: string | Buffer) => {
  const { data } = await send(content)
  await t.runJobs()
  return (await owner.inject('GET', `${imports}/${data.id}`)).data
}
const check = async (id: string, mapping: object) => {
  const { status } = await owner.inject('PATCH', `${imports}/${id}`, { mapping })
  expect(status).toBe(200)
  await t.runJobs()
  return (await owner.inject('GET', `${imports}/${id}`)).data
}
const apply = async (id: string) => {
  expect((await owner.inject('POST', `${imports}/${id}/apply`)).status).toBe(200)
  await t.runJobs()
  return (await owner.inject('GET', `${imports}/${id}`)).data
}
/** The whole way of a file. */
const bringIn = async (content: string | Buffer) => {
  const { id, mapping } = await read(content)
  const checked = await check(id, mapping)
  return { checked, done: await apply(id) }
}
const products = async (query = '') =>
  (
    await owner.inject(
      'GET',
      `/api/v1/products?organization_id=${shop.organization_id}&limit=1000${query}`,
    )
  ).data.items

const menu = `Назва;Штрихкод;Артикул;Категорія;Ціна;Мін. ціна, %
Еспресо;4820000000017;ESP;Кава;45,00;60
Лате;4820000000024;LAT;Кава;60;
Чай;;;Чай;1 040,50;`

describe('a file of products', () => {
  test('is read, checked without a change, and brought in', async () => {
    const mapped = await read(menu)
    expect(mapped).toMatchObject({
      status: 'mapping',
      format: { kind: 'csv', encoding: 'utf-8', delimiter: ';' },
      headers: ['Назва', 'Штрихкод', 'Артикул', 'Категорія', 'Ціна', 'Мін. ціна, %'],
      mapping: { name: 0, barcode: 1, sku: 2, category: 3, price: 4, min_price_percent: 5 },
      rows_total: 3,
    })
    expect(mapped.sample[0]).toEqual(['Еспресо', '4820000000017', 'ESP', 'Кава', '45,00', '60'])
    const checked = await check(mapped.id, mapped.mapping)
    expect(checked).toMatchObject({ status: 'checked', created: 3, updated: 0, failed: 0 })
    expect(await products()).toEqual([])
    expect(await apply(mapped.id)).toMatchObject({ status: 'done', created: 3, rows_done: 3 })
    expect(await products('&sort=price')).toMatchObject([
      { name: 'Еспресо', barcode: '4820000000017', price: 45, floor: 27, category: 'Кава' },
      { name: 'Лате', sku: 'LAT', floor: null },
      { name: 'Чай', price: 1040.5 },
    ])
  })

  test('brought in twice changes nothing the second time', async () => {
    await bringIn(menu)
    const before = await products()
    const { done } = await bringIn(menu)
    expect(done).toMatchObject({ created: 0, updated: 0, unchanged: 3, failed: 0 })
    expect(await products()).toEqual(before)
  })

  test('changes only the columns it has', async () => {
    await bringIn(menu)
    const { checked, done } = await bringIn('Артикул;Ціна\nESP;50\nLAT;60\n')
    expect(checked).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect(done).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect((await products('&q=ESP'))[0]).toMatchObject({ name: 'Еспресо', price: 50, floor: 30 })
  })

  test('tells the rows at fault by number and reason, and brings the others in', async () => {
    const { checked, done } = await bringIn(
      `${menu}\n\nКакао;4820000000018;;;сорок;\nЕспресо 2;4820000000017;;;40;\nЛимонад;;;;30;40`,
    )
    expect(checked).toMatchObject({ created: 4, failed: 2 })
    const told = checked.errors.map(({ row, field, code }: Record<string, unknown>) => [
      row,
      field,
      code,
    ])
    expect(told).toEqual([
      [6, 'barcode', 'wrong_check_digit'],
      [6, 'price', 'not_a_number'],
      [7, null, 'repeated_row'],
    ])
    expect(checked.errors[2].message).toBe('Такий самий товар уже є в рядку 2')
    expect(done).toMatchObject({ created: 4, failed: 2 })
    expect(await products()).toHaveLength(4)
  })

  test('may be a workbook', async () => {
    const bytes = await writeXlsx('Прайс', [
      ['Name', 'EAN', 'Price', 'Min price'],
      ['Espresso', '4820000000017', 45, 30.5],
    ])
    const { done } = await bringIn(bytes)
    expect(done).toMatchObject({ created: 1, failed: 0 })
    expect(await products()).toMatchObject([{ name: 'Espresso', price: 45, floor: 30.5 }])
  })

  test('is mapped by the person where the headings say nothing', async () => {
    const { id } = await read('x;y\nЧай;45')
    const refused = await owner.inject('PATCH', `${imports}/${id}`, { mapping: { price: 1 } })
    expect(refused.body.fields[0]).toMatchObject({ path: 'mapping.name', code: 'required' })
    const beyond = await owner.inject('PATCH', `${imports}/${id}`, { mapping: { name: 2 } })
    expect(beyond.status).toBe(422)
    expect(await check(id, { name: 0, price: 1 })).toMatchObject({ created: 1 })
    expect(await check(id, { name: 1 })).toMatchObject({ created: 1 })
    expect(await apply(id)).toMatchObject({ created: 1 })
    expect(await products()).toMatchObject([{ name: '45', price: 0 }])
  })

  test('that is none ends with the reason, and the next may come', async () => {
    expect(await read('%PDF-1.7\u0000')).toMatchObject({ status: 'failed', problem: 'not_a_sheet' })
    expect(await read('Назва\n')).toMatchObject({ status: 'failed', problem: 'empty' })
    const many = `Назва\n${'Чай\n'.repeat(50_001)}`
    expect(await read(many)).toMatchObject({ status: 'failed', problem: 'too_many_rows' })
    expect((await read(menu)).status).toBe('mapping')
  })
})

describe('one at a time', () => {
  test('of files sent at once, one is taken', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(menu)))
    const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(codes).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    const url = `${imports}?organization_id=${shop.organization_id}`
    const { data } = await owner.inject('GET', url)
    const taken = answers.find(({ status }) => status === 201)
    expect(data.import.id).toBe(taken?.data.id)
    expect((await owner.inject('DELETE', `${imports}/${data.import.id}`)).status).toBe(204)
    expect((await send(menu)).status).toBe(201)
  })

  test('an import asked to be applied 8 times at once is applied once', async () => {
    const { id, mapping } = await read(menu)
    await check(id, mapping)
    const url = `${imports}/${id}/apply`
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.inject('POST', url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const key = { organization_id: shop.organization_id, id }
    // And the job may run several times at once, too.
    await Promise.all([
      runImport(t.io, productSheets, key),
      runImport(t.io, productSheets, key),
      runImport(t.io, productSheets, key),
    ])
    await t.runJobs()
    const { data } = await owner.inject('GET', `${imports}/${id}`)
    expect(data).toMatchObject({ status: 'done', created: 3, updated: 0, rows_done: 3 })
    expect(await products()).toHaveLength(3)
  })

  test('one that is not checked is not applied, and one that is done is not checked', async () => {
    const { id, mapping } = await read(menu)
    expect((await owner.inject('POST', `${imports}/${id}/apply`)).status).toBe(409)
    await check(id, mapping)
    await apply(id)
    expect((await owner.inject('PATCH', `${imports}/${id}`, { mapping })).status).toBe(409)
    expect((await apply(id)).created).toBe(3)
  })
})

describe('a break in the middle', () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Товар ${at};SKU-${at};${10 + (at % 90)}`)
  const big = `Назва;Артикул;Ціна\n${rows.join('\n')}`

  test('of applying loses no row and brings none in twice', async () => {
    const { id, mapping } = await read(big)
    await check(id, mapping)
    const key = { organization_id: shop.organization_id, id }
    expect((await owner.inject('POST', `${imports}/${id}/apply`)).status).toBe(200)
    // The process dies after the second slice was committed.
    // Each slice asks for the time twice.
    let asked = 0
    const dying = {
      ...t.io,
      clock: {
        now() {
          asked += 1
          if (asked > 4) throw new Error('killed')
          return t.io.clock.now()
        },
      },
    }
    await expect(runImport(dying, productSheets, key)).rejects.toThrow('killed')
    const half = (await owner.inject('GET', `${imports}/${id}`)).data
    expect(half).toMatchObject({ status: 'applying', created: 499, rows_done: 499 })
    expect((await owner.inject('DELETE', `${imports}/${id}`)).status).toBe(409)
    expect((await send(menu)).status).toBe(409)
    await t.runJobs()
    const { data } = await owner.inject('GET', `${imports}/${id}`)
    expect(data).toMatchObject({ status: 'done', created: 1200, rows_done: 1200 })
    const list = `/api/v1/products?organization_id=${shop.organization_id}`
    expect((await owner.inject('GET', list)).data.total).toBe(1200)
  })

  test('of reading and of checking begins again and says the same', async () => {
    const { data } = await send(big)
    const key = { organization_id: shop.organization_id, id: data.id }
    await Promise.all([runImport(t.io, productSheets, key), runImport(t.io, productSheets, key)])
    const { data: mapped } = await owner.inject('GET', `${imports}/${data.id}`)
    expect(mapped).toMatchObject({ status: 'mapping', rows_total: 1200 })
    const { mapping } = mapped
    await owner.inject('PATCH', `${imports}/${data.id}`, { mapping })
    await Promise.all([runImport(t.io, productSheets, key), runImport(t.io, productSheets, key)])
    const { data: checked } = await owner.inject('GET', `${imports}/${data.id}`)
    expect(checked).toMatchObject({ status: 'checked', created: 1200, failed: 0 })
    expect(await apply(data.id)).toMatchObject({ created: 1200 })
  })
})

test('two rows that name one product by two codes both change it', async () => {
  await bringIn(menu)
  const { done } = await bringIn(
    'Штрихкод;Артикул;Ціна;Категорія\n4820000000017;;50;\n;ESP;;Міцна кава',
  )
  expect(done).toMatchObject({ updated: 2, failed: 0 })
  expect((await products('&q=ESP'))[0]).toMatchObject({ price: 50, category: 'Міцна кава' })
})

test('the template is given to anybody and brings its own examples in', async () => {
  for (const format of ['csv', 'xlsx']) {
    const answer = await t.app.inject({
      method: 'GET',
      url: `/api/v1/products/import-template?format=${format}&language=ru`,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`.${format}`)
    const { id, mapping } = await read(answer.rawPayload)
    expect(await check(id, mapping)).toMatchObject({ created: 2, failed: 0 })
    await owner.inject('DELETE', `${imports}/${id}`)
  }
})

import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const form = (bytes: Buffer, name = 'logo.png', field = 'file') => {
  const boundary = 'verta-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
const send = (bytes: Buffer, shape = 'square', organization_id = shop.organization_id) => {
  const { body, headers } = form(bytes)
  const url = `/api/v1/images?organization_id=${organization_id}&shape=${shape}`
  return shop.owner.inject('POST', url, body, headers)
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#116a59' } })
const fetchImage = (url: string) => t.app.inject({ method: 'GET', url })

describe('a picture', () => {
  test('is drawn anew in its shape, without anything that the camera wrote', async () => {
    const bytes = await picture(900, 600)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const { status, data } = await send(bytes)
    expect(status).toBe(201)
    expect(data).toMatchObject({ width: 512, height: 512 })
    expect(data.url).toMatch(new RegExp(`^/uploads/${shop.organization_id}/[0-9a-f]{32}\\.webp$`))
    const served = await fetchImage(data.url)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const kept = await sharp(served.rawPayload).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(kept.exif).toBeUndefined()
  })

  test('keeps its own size when it is small and asked for whole', async () => {
    const { data } = await send(await picture(300, 40).png().toBuffer(), 'whole')
    expect(data).toMatchObject({ width: 300, height: 40 })
  })

  test('that is none is refused, whatever it calls itself', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
    const gif = await picture(9, 9).gif().toBuffer()
    const half = (await picture(900, 900).jpeg().toBuffer()).subarray(0, 900)
    for (const bytes of [Buffer.from(svg), gif, half, Buffer.from('<html>'), Buffer.alloc(0)]) {
      const { status, body } = await send(bytes)
      expect([status, body.code]).toEqual([415, 'unsupported_media'])
    }
  })

  test('of too many bytes or pixels is refused', async () => {
    const { status, body } = await send(Buffer.alloc(2 * 1024 * 1024 + 1, 7))
    expect([status, body.code]).toEqual([413, 'too_large'])
    const bomb = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
    expect((await send(bomb)).body.code).toBe('unsupported_media')
  })

  test('sent as anything but a form is refused', async () => {
    const url = `/api/v1/images?organization_id=${shop.organization_id}`
    expect((await shop.owner.inject('POST', url, { file: 'x' })).status).toBe(415)
    const { body, headers } = form(Buffer.from('x'))
    const elsewhere = `/api/v1/organizations/${shop.organization_id}`
    expect((await shop.owner.inject('PATCH', elsewhere, body, headers)).status).toBe(415)
  })

  test('past 200 MB of a shop is refused, and another shop has its own room', async () => {
    const full = await openShop(t)
    const folder = join(t.io.config.DATA_DIR, 'uploads', full.organization_id)
    await mkdir(folder, { recursive: true })
    // A file with nothing in it but a length: the disk gives no place for it.
    const held = await open(join(folder, 'held.webp'), 'w')
    const bytes = await picture(300, 200).png().toBuffer()
    const sendThere = () => {
      const { body, headers } = form(bytes)
      const url = `/api/v1/images?organization_id=${full.organization_id}&shape=square`
      return full.owner.inject('POST', url, body, headers)
    }
    try {
      await held.truncate(200 * 1024 * 1024 - 100_000)
      expect((await sendThere()).status).toBe(201)
      await held.truncate(200 * 1024 * 1024)
      const refused = await sendThere()
      expect([refused.status, refused.body.code]).toEqual([409, 'storage_full'])
      expect((await send(bytes)).status).toBe(201)
    } finally {
      await held.close()
    }
  })

  test('is taken from the owner only', async () => {
    const bytes = await picture(9, 9).png().toBuffer()
    for (const organization_id of [stranger.organization_id, ABSENT]) {
      expect((await send(bytes, 'square', organization_id)).body.code).toBe('not_found')
    }
    const { body, headers } = form(bytes)
    const url = `/api/v1/images?organization_id=${shop.organization_id}`
    expect((await openBrowser(t).inject('POST', url, body, headers)).status).toBe(401)
  })

  test('is not served by any other path', async () => {
    for (const url of [
      `/uploads/${shop.organization_id}/${'0'.repeat(32)}.webp`,
      `/uploads/${shop.organization_id}/..%2f..%2fsecret-keys`,
      '/uploads/..%2f../x',
    ]) {
      expect((await fetchImage(url)).statusCode).toBe(404)
    }
  })
})

describe('the logo', () => {
  const url = () => `/api/v1/organizations/${shop.organization_id}`
  const change = async (logo: string | null) => {
    const { version } = (await shop.owner.inject('GET', url())).data
    return shop.owner.inject('PATCH', url(), { version, logo })
  }
  const upload = async () => (await send(await picture(60, 60).png().toBuffer())).data.url

  test('is set, replaced and taken away, and the old file goes with it', async () => {
    const [first, second] = [await upload(), await upload()]
    expect((await change(first)).data.logo).toBe(first)
    expect((await change(second)).data.logo).toBe(second)
    expect((await fetchImage(first)).statusCode).toBe(404)
    expect((await change(null)).data.logo).toBeNull()
    const files = await readdir(join(t.io.config.DATA_DIR, 'uploads', shop.organization_id))
    expect(files).not.toContain(second.split('/').at(-1))
  })

  test('is a picture of this very organization', async () => {
    const { body, headers } = form(await picture(9, 9).png().toBuffer())
    const theirs = await stranger.owner.inject(
      'POST',
      `/api/v1/images?organization_id=${stranger.organization_id}`,
      body,
      headers,
    )
    for (const logo of [theirs.data.url, 'https://else.where/x.png', '/uploads/../secret']) {
      const answer = await change(logo)
      expect(answer.status).toBe(422)
      expect(answer.body.fields).toMatchObject([{ path: 'logo', code: 'not_an_option' }])
    }
  })
})

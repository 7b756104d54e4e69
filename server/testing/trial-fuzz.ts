/** Requests made from the JSON Schema of an operation, and nasties that no schema knows. */
import fc from 'fast-check'

type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
export type FuzzedOperation = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: string
  parameters: Parameter[]
  body: Schema | undefined
}
/** What is sent: already text, so that it can be something no client would write. */
export type FuzzedRequest = {
  path: string
  body: string | Buffer | undefined
  headers: Record<string, string>
  /** What was done to it, for the report. */
  trick: string
}
export type Ids = Record<string, string>

/** Values that break programs. */
const nastyValues: unknown[] = [
  '',
  ' ',
  'x'.repeat(100_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  '💥'.repeat(300),
  "'; drop table receipt; --",
  '" or 1=1',
  '%00',
  '%s%n%d',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '=cmd|calc!A1',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21T00:00:00+23:59',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'Infinity',
  'NaN',
  '1e308',
  '1e3',
  '-1',
  '0x10',
  '9007199254740993',
  '0.1',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  -1,
  0,
  -0,
  0.001,
  0.1 + 0.2,
  1e-7,
  2_147_483_648,
  4_294_967_296,
  9_007_199_254_740_991,
  1e21,
  1e308,
  -1e308,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { toString: 'x' },
  { length: 1e9 },
  Array.from({ length: 2000 }, () => 1),
]
const nasty = fc.oneof(
  fc.constantFrom(...nastyValues),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

function fromPattern(pattern: string, schema: Schema): fc.Arbitrary<unknown> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: schema.maxLength ?? 60 })
  } catch {
    return fc.constantFrom('12:30', 'ABC', '100')
  }
}

const texts = fc.constantFrom(
  'Кава',
  'Олена',
  "Мар'яна О'Коннор",
  'x',
  'Zoë 🎁',
  '0',
  'Опис товару',
)

const DAY_MS = 86_400_000

function stringOf(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const min = schema.minLength ?? 0
  switch (schema.format) {
    case 'uuid':
      return fc.uuid({ version: 7 })
    case 'date':
      return fc
        .date({ min: new Date('1950-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return fc
        .integer({ min: -3 * DAY_MS, max: 0 })
        .map((ms) => new Date(Date.parse(ids['now'] ?? '') + ms).toISOString())
    case 'email':
      return fc.nat(1e6).map((number) => `fuzz${number}@verta.test`)
    case undefined:
    default:
  }
  if (schema.pattern !== undefined) return fromPattern(schema.pattern, schema)
  const max = Math.min(schema.maxLength ?? 40, 300)
  return fc.oneof(
    texts.map((text) => text.padEnd(min, 'я').slice(0, Math.max(max, 1))),
    fc.string({ minLength: min, maxLength: Math.max(min, max) }),
  )
}

function numberOf(schema: Schema, whole: boolean): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? 0, -1e9)
  const max = Math.max(min, Math.min(schema.maximum ?? 1e6, 1e9))
  const edges = [min, Math.min(max, min + 1), Math.min(max, 100)]
  if (whole) {
    const [low, high] = [Math.ceil(min), Math.max(Math.ceil(min), Math.floor(max))]
    return fc.oneof(fc.constantFrom(...edges.map(Math.ceil)), fc.integer({ min: low, max: high }))
  }
  const cents = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) })
  return fc.oneof(
    fc.constantFrom(...edges),
    cents.map((n) => n / 100),
  )
}

/** Values that fit a schema; properties named like an id of the world are mostly that id. */
export function valuesOf(schema: Schema, ids: Ids, name = ''): fc.Arbitrary<unknown> {
  if (name === 'version') {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(1, 2, 3) },
      { weight: 1, arbitrary: fc.nat() },
    )
  }
  // A receipt that is made needs an id of its own, of this very time.
  if (name === 'receipt_id' && ids['fresh'] === 'yes') {
    const made = Date.parse(ids['now'] ?? '')
      .toString(16)
      .padStart(12, '0')
    return fc
      .uuid({ version: 7 })
      .map((id) => `${made.slice(0, 8)}-${made.slice(8)}${id.slice(13)}`)
  }
  const own = idFor(name, ids)
  if (own !== undefined) {
    const other = name === 'email' ? stringOf({ format: 'email' }, ids) : fc.uuid()
    const rarely = name === 'email' ? 9 : 1
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(own) },
      { weight: rarely, arbitrary: other },
    )
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, ids, name)))
  if (schema.allOf) return valuesOf(Object.assign({}, ...schema.allOf) as Schema, ids, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return name === 'phone'
        ? fc.constantFrom(ids['phone'], '067 123 45 67')
        : stringOf(schema, ids)
    case 'integer':
    case 'number':
      return numberOf(schema, type === 'integer')
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const item = name === 'ids' ? fc.constant(ids['spare_cashier_id']) : undefined
      return fc.array(item ?? valuesOf(schema.items ?? {}, ids, name.replace(/s$/, '')), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    }
    case 'object':
      return objectOf(schema, ids)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

const idFor = (name: string, ids: Ids): string | undefined =>
  /_id$|password$|^email$|^redirect_url$/.test(name) ? ids[name] : undefined

function objectOf(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(
    entries.map(([name, property]) => [name, valuesOf(property, ids, name)]),
  )
  const required = (schema.required ?? []).filter((name) => name in model)
  const all = fc.record(model, { requiredKeys: required })
  // Fewer optional fields at once are refused less often.
  const least = fc.record(
    Object.fromEntries(Object.entries(model).filter(([name]) => required.includes(name))),
  )
  return fc.oneof(all, least)
}

type Parts = { params: Record<string, string>; query: [string, string][]; body: unknown }

/** A request that fits the operation's schema. */
function fittingOf(operation: FuzzedOperation, ids: Ids): fc.Arbitrary<Parts> {
  const of = (place: 'path' | 'query') => operation.parameters.filter((one) => one.in === place)
  const params = fc.record(
    Object.fromEntries(
      of('path').map(({ name, schema }) => [name, valuesOf(schema, ids, name).map(String)]),
    ),
  )
  const query = fc.record(
    Object.fromEntries(
      of('query').map(({ name, schema }) => [name, valuesOf(schema, ids, name).map(String)]),
    ),
    { requiredKeys: of('query').flatMap(({ name, required }) => (required ? [name] : [])) },
  )
  const body = operation.body ? valuesOf(operation.body, ids) : fc.constant(undefined)
  return fc
    .record({ params, query, body })
    .map((parts) => ({ ...parts, query: Object.entries(parts.query) }))
}

/** One random place of a value replaced. */
function spoil(value: unknown, at: number, by: unknown): unknown {
  if (typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined) return by
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const inner = (value as Record<string, unknown>)[key]
  const deeper = at % 3 === 0 && typeof inner === 'object' && inner !== null
  ;(copy as Record<string, unknown>)[key] = deeper ? spoil(inner, Math.floor(at / 3), by) : by
  return copy
}

const json = { 'content-type': 'application/json' }
const encode = (text: string) => {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

function write(operation: FuzzedOperation, { params, query, body }: Parts, trick: string) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = encode(params[name] ?? 'missing')
    // An empty part would be another address.
    return value === '' ? '%20' : value
  })
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const text = body === undefined ? undefined : JSON.stringify(body)
  return {
    path: search === '' ? path : `${path}?${search}`,
    body: text,
    headers: text === undefined ? {} : { ...json },
    trick,
  }
}

const ask = (path: string, addition: string) => path + (path.includes('?') ? '&' : '?') + addition

const bodyTricks: [string, string | Buffer, Record<string, string>?][] = [
  ['not JSON', '{"a":'],
  ['no JSON at all', 'hello'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['text', '"x"'],
  ['a polluted prototype', '{"__proto__":{"is_admin":true}}'],
  ['a polluted constructor', '{"constructor":{"prototype":{"is_admin":true}}}'],
  ['depth 5,000', '['.repeat(5000) + ']'.repeat(5000)],
  ['depth 100,000', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects deep', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  [
    '20,000 keys',
    `{${Array.from({ length: 20_000 }, (_none, index) => `"k${index}":1`).join(',')}}`,
  ],
  ['a megabyte', `{"name":"${'x'.repeat(1_000_000)}"}`],
  ['doubled keys', '{"name":"a","name":"b"}'],
  ['a byte order mark', '\ufeff{}'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['NUL bytes', Buffer.alloc(64)],
  ['a form', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', '{}', { 'content-type': 'text/plain' }],
  ['XML', '<a/>', { 'content-type': 'application/xml' }],
  ['no content type', '{}', {}],
  ['a strange content type', '{}', { 'content-type': 'application/json; charset=utf-16' }],
  ['a broken content type', '{}', { 'content-type': ';;;=\u00ff' }],
  ['multipart without end', '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['gzip that is none', 'zzz', { ...json, 'content-encoding': 'gzip' }],
]
const queryTricks = [
  'a=1&a=2',
  'organization_id=x&organization_id=y',
  'page=1&page=2',
  'page=-1',
  'page=1e9&limit=1e9',
  'limit=100000000000000000000',
  'limit=0',
  '__proto__[x]=1',
  'constructor=1',
  '%00=%00',
  'q=%00',
  'phone=%00',
  'start_date=0000-00-00',
  'start_date=9999-12-31&end_date=0000-01-01',
  'q=%ED%A0%80',
  'q=%',
  '=',
  '&&&&',
  `q=${'x'.repeat(8000)}`,
  'q[]=1&q[0][a]=2',
]
const headerTricks: Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'idempotency-key': '\u00ff' },
  { 'accept-language': 'x'.repeat(5000) },
  { 'accept-language': '*;q=9,--,;;' },
  { 'accept-language': '__proto__' },
  { 'if-none-match': '"x"', range: 'bytes=0-' },
  { 'x-forwarded-for': "1.2.3.4', 'evil" },
  { 'user-agent': 'x'.repeat(10_000) },
  { expect: '100-continue' },
  { 'x-http-method-override': 'DELETE' },
]
const pathTricks = ['%00', '%', '%ff', '%2e%2e%2f', '..%5c', '%ED%A0%80', 'a'.repeat(700), '{id}']

/** Requests to one operation: half fit it, a quarter almost, a quarter is nonsense. */
export function requestsTo(operation: FuzzedOperation, ids: Ids): fc.Arbitrary<FuzzedRequest> {
  const fresh = operation.name.endsWith('/bonuses/create') ? 'yes' : 'no'
  const fitting = fittingOf(operation, { ...ids, fresh })
  const fits = fitting.map((parts) => write(operation, parts, 'fits'))
  const spoiled = fc
    .tuple(fitting, fc.nat(10_000), nasty, fc.nat(2))
    .map(([parts, at, by, where]) => {
      const text = typeof by === 'string' ? by : (JSON.stringify(by) ?? '')
      const query: [string, string][] = parts.query.map(([name, value], index) => [
        name,
        index === at % Math.max(1, parts.query.length) ? text : value,
      ])
      const params = Object.fromEntries(Object.keys(parts.params).map((name) => [name, text]))
      const trick = `${['body', 'query', 'path'][where]} ${text.slice(0, 40)}`
      if (where === 0 && parts.body !== undefined) {
        return write(operation, { ...parts, body: spoil(parts.body, at, by) }, trick)
      }
      if (where === 2 && Object.keys(params).length > 0) {
        return write(operation, { ...parts, params }, trick)
      }
      return write(operation, { ...parts, query }, trick)
    })
  const bodies = fc
    .tuple(fits, fc.constantFrom(...bodyTricks))
    .map(([one, [trick, body, headers = json]]) => ({ ...one, body, headers, trick }))
  const queries = fc
    .tuple(fits, fc.constantFrom(...queryTricks))
    .map(([one, trick]) => ({ ...one, path: ask(one.path, trick), trick: `query ${trick}` }))
  const headers = fc.tuple(fits, fc.constantFrom(...headerTricks)).map(([one, more]) => ({
    ...one,
    headers: { ...one.headers, ...more },
    trick: `header ${JSON.stringify(more).slice(0, 60)}`,
  }))
  const paths = fc.tuple(fits, fc.constantFrom(...pathTricks)).map(([one, trick]) => {
    const path = operation.path.replace(/\{\w+\}/g, trick)
    return { ...one, path, trick: `path ${trick}` }
  })
  return fc.oneof(
    { weight: 10, arbitrary: fits },
    { weight: 5, arbitrary: spoiled },
    { weight: operation.method === 'GET' ? 1 : 3, arbitrary: bodies },
    { weight: 1, arbitrary: queries },
    { weight: 1, arbitrary: headers },
    { weight: operation.path.includes('{') ? 1 : 0, arbitrary: paths },
  )
}

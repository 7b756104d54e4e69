/**
 * Rows and lists as parameters of a statement, in PostgreSQL's binary form: nothing is quoted,
 * searched for quotes, or made digits of and numbers again (decision 0073).
 * Source: src/backend/utils/adt of PostgreSQL, the functions `array_recv` and `record_recv`.
 */
import type pg from 'pg'
import { databaseCode } from './db.ts'
import { WireWriter, type Cell, type Item } from './wire-writer.ts'

/** The values of a record by the names of its attributes. */
export type Row = Readonly<Record<string, Cell>>

type Write = (out: WireWriter, value: Cell) => void

/** A composite type as one database has it: the number of the type is not that of another. */
export type RecordType = {
  name: string
  oid: number
  attributes: readonly { name: string; oid: number; write: Write }[]
}

/** Types by name: their number and that of their arrays, the same in every database. */
const items = {
  bool: { oid: 16, array: 1000, write: (out: WireWriter, value: Cell) => out.boolean(value) },
  bytea: { oid: 17, array: 1001, write: (out: WireWriter, value: Cell) => out.blob(value) },
  int2: { oid: 21, array: 1005, write: (out: WireWriter, value: Cell) => out.int2(value) },
  int4: { oid: 23, array: 1007, write: (out: WireWriter, value: Cell) => out.int4(value) },
  int8: { oid: 20, array: 1016, write: (out: WireWriter, value: Cell) => out.int8(value) },
  text: { oid: 25, array: 1009, write: (out: WireWriter, value: Cell) => out.text(value) },
  json: { oid: 114, array: 199, write: (out: WireWriter, value: Cell) => out.text(value) },
  uuid: { oid: 2950, array: 2951, write: (out: WireWriter, value: Cell) => out.uuid(value) },
  date: { oid: 1082, array: 1182, write: (out: WireWriter, value: Cell) => out.day(value) },
  timestamptz: {
    oid: 1184,
    array: 1185,
    write: (out: WireWriter, value: Cell) => out.moment(value),
  },
} satisfies Record<string, { oid: number; array: number; write: Write }>

const writers = new Map<number, Write>(
  Object.values(items).flatMap(({ oid, array, write }): [number, Write][] => [
    [oid, write],
    [array, (out, value) => writeList(out, oid, value, write)],
  ]),
)

function writeList(out: WireWriter, oid: number, value: Cell, write: Write): void {
  if (!Array.isArray(value)) throw new TypeError('an array must be given as a list')
  const opened = out.open()
  writeArray(out, oid, value as readonly Item[], write)
  out.close(opened)
}

/** A type that every database has. */
export type ItemType = keyof typeof items

/** A list as an array of such a type. */
export function listParameter(type: ItemType, list: readonly Item[]): Buffer {
  const { oid, write } = items[type]
  const out = new WireWriter()
  writeArray(out, oid, list, write)
  return out.finish()
}

/** Rows as an array of a composite type. Throws when they have not the attributes of the type. */
export function recordsParameter(type: RecordType, rows: readonly Row[]): Buffer {
  const fields = Object.keys(rows[0] ?? {})
  if (rows.length > 0 && fields.length !== type.attributes.length) {
    const strange = fields.filter((field) => type.attributes.every(({ name }) => name !== field))
    throw new Error(`the type ${type.name} has no attribute ${strange.join()}, or lacks others`)
  }
  const out = new WireWriter(1024 * (1 + rows.length))
  writeArray(out, type.oid, rows, (into, row) => writeRow(into, type, row))
  return out.finish()
}

function writeRow(out: WireWriter, { name: type, attributes }: RecordType, row: Row): void {
  const opened = out.open()
  out.word(attributes.length)
  for (const { name, oid, write } of attributes) {
    const value = row[name]
    if (value === undefined) throw new Error(`a row for the type ${type} has no ${name}`)
    out.word(oid)
    if (value === null) out.nothing()
    else write(out, value)
  }
  out.close(opened)
}

/** One dimension, counted from 1; an array of no items has none. */
function writeArray<T>(
  out: WireWriter,
  oid: number,
  list: readonly (T | null)[],
  write: (out: WireWriter, item: T) => void,
): void {
  out.word(list.length === 0 ? 0 : 1)
  out.word(list.includes(null) ? 1 : 0)
  out.word(oid)
  if (list.length === 0) return
  out.word(list.length)
  out.word(1)
  for (const item of list) {
    if (item === null) out.nothing()
    else write(out, item)
  }
}

/** How a question is asked: of a pool, or within a transaction. */
type Ask = (text: string, values: string[]) => Promise<{ rows: unknown[] }>

/** Asks the database for composite types by their names. Throws when it lacks one. */
export async function readRecordTypes(ask: Ask, names: readonly string[]): Promise<RecordType[]> {
  const types: RecordType[] = []
  for (const name of names) {
    const { rows } = await ask(ATTRIBUTES, [name])
    const attributes = rows as { type: number; name: string; oid: number }[]
    const [first] = attributes
    if (!first) throw new Error(`the database has no composite type ${name}`)
    types.push({
      name,
      oid: first.type,
      attributes: attributes.map((attribute) => {
        const write = writers.get(attribute.oid)
        if (!write) throw new Error(`nothing writes ${name}.${attribute.name}: ${attribute.oid}`)
        return { name: attribute.name, oid: attribute.oid, write }
      }),
    })
  }
  return types
}

const ATTRIBUTES = `
  select t.oid as type, a.attname as name, a.atttypid as oid
  from pg_type t join pg_attribute a on a.attrelid = t.typrelid
  where t.oid = to_regtype($1) and a.attnum > 0 and not a.attisdropped
  order by a.attnum`

/** Asked once a pool and list of names; promises, because many may want them before they are there. */
const known = new WeakMap<pg.Pool, Map<string, Promise<RecordType[]>>>()

/**
 * Runs `work` with composite types of the pool's database, asked for once. When their numbers are
 * not what they were, for an address may come to lead to a restored database, they are asked for
 * again and `work` is tried again: a statement whose parameters could not be read has done nothing.
 */
export async function withRecordTypes<T>(
  pool: pg.Pool,
  names: readonly string[],
  work: (types: RecordType[]) => Promise<T>,
): Promise<T> {
  const known_types = await typesOf(pool, names)
  try {
    return await work(known_types)
  } catch (error) {
    if (databaseCode(error) !== DATATYPE_MISMATCH) throw error
  }
  known.delete(pool)
  return work(await typesOf(pool, names))
}

function typesOf(pool: pg.Pool, names: readonly string[]): Promise<RecordType[]> {
  const of_pool = known.get(pool) ?? new Map<string, Promise<RecordType[]>>()
  known.set(pool, of_pool)
  const key = names.join()
  const before = of_pool.get(key)
  if (before) return before
  const types = readRecordTypes((text, values) => pool.query(text, values), names)
  of_pool.set(key, types)
  types.catch(() => of_pool.delete(key))
  return types
}

const DATATYPE_MISMATCH = '42804'

import { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** Turns a value in inner units into what goes on the wire. */
export type Encoder = (value: unknown) => unknown

/**
 * Makes the encoder of a schema: the same answers as `z.encode`, about ten times sooner, because
 * the schema is walked once here and not at every answer. Unknown fields are left out, as zod does.
 * What this file does not know of zod goes to zod. The encoder throws when a value does not fit;
 * zod then says what is wrong with it.
 * Source of the definitions: https://zod.dev/packages/core
 */
export function encoderOf(schema: z.ZodType): Encoder {
  const encode = compile(schema)
  return (value) => {
    try {
      return encode(value)
    } catch (error) {
      if (error !== misfit) throw error
    }
    const encoded = z.safeEncode(schema, value)
    if (encoded.success) return encoded.data
    throw new Error(`the answer does not fit its schema: ${z.prettifyError(encoded.error)}`)
  }
}

/** Thrown where a value is not what the schema says; one object, because nobody reads its stack. */
const misfit = new Error('the value does not fit')

function compile(schema: $ZodType): Encoder {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      // Rules over a whole object, and fields beyond the known ones, are zod's.
      return def.catchall || hasChecks(def) ? byZod(schema) : encodeObject(def.shape)
    case 'array':
      return hasChecks(def) ? byZod(schema) : encodeArray(compile(def.element))
    case 'nullable':
      return unless(null, compile(def.innerType))
    case 'optional':
      return unless(undefined, compile(def.innerType))
    case 'string':
      return isPlainText(schema) ? encodeText : encodePattern(schema)
    case 'number':
      return encodeNumber(schema)
    case 'boolean':
      return only((value) => typeof value === 'boolean')
    case 'enum':
      return among(Object.values(def.entries))
    case 'literal':
      return among(def.values)
    case 'pipe':
      return encodeCodec(schema, def as unknown as CodecDef)
    default:
      return byZod(schema)
  }
}

const hasChecks = (def: { checks?: unknown[] | undefined }) => (def.checks?.length ?? 0) > 0

function byZod(schema: $ZodType): Encoder {
  return (value) => {
    const encoded = z.safeEncode(schema, value)
    if (encoded.success) return encoded.data
    throw misfit
  }
}

function encodeObject(shape: Readonly<Record<string, $ZodType>>): Encoder {
  const names = Object.keys(shape)
  const encoders = Object.values(shape).map(compile)
  // What may be anything may be undefined too, but it has to be there.
  const needed = Object.values(shape).map(({ _zod }) => _zod.optout !== 'optional')
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit
    const encoded: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string
      const field = (encoders[i] as Encoder)((value as Record<string, unknown>)[name])
      if (field !== undefined) encoded[name] = field
      else if (needed[i] && !(name in value)) throw misfit
    }
    return encoded
  }
}

function encodeArray(element: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw misfit
    return value.map((each) => element(each))
  }
}

const unless =
  (exempt: null | undefined, encode: Encoder): Encoder =>
  (value) =>
    value === exempt ? value : encode(value)

function only(fits: (value: unknown) => boolean): Encoder {
  return (value) => {
    if (fits(value)) return value
    throw misfit
  }
}

function among(values: readonly unknown[]): Encoder {
  const known = new Set(values)
  return only((value) => known.has(value))
}

const encodeText = only((value) => typeof value === 'string')

type TextDef = { checks?: unknown[] | undefined; pattern?: RegExp | undefined; format?: string }
const textDef = (schema: $ZodType) => schema._zod.def as TextDef

const isPlainText = (schema: $ZodType) =>
  !hasChecks(textDef(schema)) && textDef(schema).format === undefined

/** Formats that are nothing but a pattern: ids, days, moments. */
function encodePattern(schema: $ZodType): Encoder {
  const { pattern, format } = textDef(schema)
  const is_pattern = format === 'uuid' || format === 'date' || format === 'datetime'
  if (hasChecks(textDef(schema)) || !pattern || !is_pattern) return byZod(schema)
  return only((value) => typeof value === 'string' && pattern.test(value))
}

type NumberDef = { format?: string; checks?: { _zod: { def: NumberCheck } }[] }
type NumberCheck = { check: string; value?: unknown; inclusive?: boolean; format?: string }

/** Whole or any finite numbers within inclusive ends; anything finer is zod's. */
function encodeNumber(schema: $ZodType): Encoder {
  const { format, checks = [] } = schema._zod.def as unknown as NumberDef
  let whole = format === 'safeint'
  let least = -Infinity
  let most = Infinity
  for (const { def } of checks.map(({ _zod }) => _zod)) {
    const { check, value, inclusive } = def
    if (check === 'number_format' && def.format === 'safeint') whole = true
    else if (check === 'greater_than' && inclusive === true) least = Math.max(least, Number(value))
    else if (check === 'less_than' && inclusive === true) most = Math.min(most, Number(value))
    else return byZod(schema)
  }
  if (format !== undefined && format !== 'safeint') return byZod(schema)
  return only(
    (value) =>
      typeof value === 'number' &&
      (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
      value >= least &&
      value <= most,
  )
}

type CodecDef = {
  in: $ZodType
  out: $ZodType
  reverseTransform?: (value: unknown, context: { value: unknown; issues: unknown[] }) => unknown
}

/** A codec checks the inner value, turns it, and checks what it became. */
function encodeCodec(schema: $ZodType, def: CodecDef): Encoder {
  const { reverseTransform } = def
  if (!reverseTransform || hasChecks(schema._zod.def)) return byZod(schema)
  const inner = compile(def.out)
  const wire = compile(def.in)
  return (value) => {
    const context = { value: inner(value), issues: [] }
    const turned = reverseTransform(context.value, context)
    if (context.issues.length > 0) throw misfit
    return wire(turned)
  }
}

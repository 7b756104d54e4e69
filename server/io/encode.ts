import { z } from 'zod'
import type { $ZodCodecDef, $ZodType, $ZodTypes } from 'zod/v4/core'

/** Turns a value in inner units into what goes on the wire. */
export type Encoder = (value: unknown) => unknown

/**
 * Makes the encoder of a schema: the same answers as `z.encode`, many times sooner. Unknown fields
 * are left out, as zod does. zod writes functions for decoding only, so it is given the schema
 * turned around; the function takes a millisecond to write and is written when first needed.
 * The encoder throws when a value does not fit; zod then says what is wrong with it.
 * Source: https://zod.dev/compile, and of the definitions https://zod.dev/packages/core
 */
export function encoderOf(schema: z.ZodType): Encoder {
  let turned: z.ZodType | undefined
  return (value) => {
    turned ??= z.compile(turnAround(schema))
    const soon = turned.safeParse(value)
    if (soon.success) return soon.data
    const encoded = z.safeEncode(schema, value)
    if (encoded.success) return encoded.data
    throw new Error(`the answer does not fit its schema: ${z.prettifyError(encoded.error)}`)
  }
}

/**
 * The schema that decodes what the given one encodes. It may refuse more, because zod is asked
 * again then, but takes nothing that zod would encode otherwise.
 */
function turnAround(schema: $ZodType): z.ZodType {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      // What is turned into the right kind first is checked in another order backwards.
      return 'coerce' in def && def.coerce === true ? byZod(schema) : (schema as z.ZodType)
    case 'null':
    case 'enum':
    case 'literal':
    case 'unknown':
      return hasChecks(schema) ? byZod(schema) : (schema as z.ZodType)
    case 'object':
      // Rules over a whole object read inner units, and fields beyond the known ones are zod's.
      return def.catchall || hasChecks(schema) ? byZod(schema) : z.object(turnFields(def.shape))
    case 'array':
      return hasChecks(schema) ? byZod(schema) : z.array(turnAround(def.element))
    case 'nullable':
      return hasChecks(schema) ? byZod(schema) : turnAround(def.innerType).nullable()
    case 'optional':
      return hasChecks(schema) || schema._zod.traits.has('$ZodExactOptional')
        ? byZod(schema)
        : turnAround(def.innerType).optional()
    case 'pipe':
      return turnCodec(schema)
    default:
      return byZod(schema)
  }
}

const hasChecks = ({ _zod }: $ZodType) => (_zod.def.checks?.length ?? 0) > 0

const turnFields = (shape: Readonly<Record<string, $ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, turnAround(field)]))

/** A schema that asks zod to encode by another one, and may be absent where that one may. */
function byZod(schema: $ZodType): z.ZodType {
  const asked = z.unknown().transform((value, context) => {
    const encoded = z.safeEncode(schema, value)
    if (encoded.success) return encoded.data
    context.addIssue('does not fit')
    return z.NEVER
  })
  const { optin, optout } = schema._zod
  return optin === 'optional' && optout === 'optional' ? z.exactOptional(asked) : asked
}

/** A codec checks the inner value, turns it, and checks what it became. */
function turnCodec(schema: $ZodType): z.ZodType {
  if (!schema._zod.traits.has('$ZodCodec') || hasChecks(schema)) return byZod(schema)
  const { in: wire, out: inner, transform, reverseTransform } = schema._zod.def as $ZodCodecDef
  const turned = z.codec(turnAround(inner), turnAround(wire), {
    decode: reverseTransform,
    encode: transform,
  })
  const { optin, optout } = turned._zod
  return optin === schema._zod.optin && optout === schema._zod.optout ? turned : byZod(schema)
}

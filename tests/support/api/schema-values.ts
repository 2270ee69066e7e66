// Values that a JSON Schema of the API's document allows, and values that it forbids.
import fc, { type Arbitrary } from 'fast-check'
import { type OpenApi, resolve, type Schema } from './openapi.ts'

/** Longest text that is made, also where a schema allows longer ones. */
const TEXT_MAX = 60
const ITEMS_MAX = 3

const HOST = /^[a-z]{1,10}$/
const FORMATS: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid({ version: 7 }),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(HOST).map((name) => `${name}@example.test`),
  uri: fc.stringMatching(HOST).map((name) => `https://${name}.invalid/`),
}

/**
 * Texts of several scripts, with spaces, quotes, markup and signs outside of the basic plane. Each shows something: a
 * schema cannot say that spaces alone are refused.
 */
const text = (min: number, max: number): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,4}$/) },
    fc.string({ unit: 'grapheme', minLength: min, maxLength: max }).filter((value) => /^$|[\p{L}\p{N}]/u.test(value)),
    fc.constantFrom('%_\\', `'"; --`, '<b>&amp;', '😀 ñ 漢字', '../..', 'null', '0', '{"a":1}'),
  )

function textOf({ format, pattern, minLength = 0, maxLength = TEXT_MAX }: Schema): Arbitrary<string> {
  const formatted = format === undefined ? undefined : FORMATS[format]
  if (format !== undefined && !formatted) throw new Error(`No texts of the format ${format} are made.`)
  if (formatted) return formatted
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return text(minLength, Math.min(maxLength, Math.max(minLength, TEXT_MAX))).map((value) =>
    [...value.padEnd(minLength, 'x')].join('').slice(0, maxLength),
  )
}

/** An arbitrary of the values that `schema` allows, few levels deep. */
export function allowed(document: OpenApi, given: Schema, depth = 0): Arbitrary<unknown> {
  const schema = resolve(document, given)
  const inner = (one: Schema) => allowed(document, one, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(inner))
      const minLength = schema.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? ITEMS_MAX, depth > 3 ? 0 : ITEMS_MAX))
      return fc.array(inner(schema.items ?? {}), { minLength, maxLength })
    }
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objectOf(schema: Schema, inner: (schema: Schema) => Arbitrary<unknown>): Arbitrary<unknown> {
  const values = Object.entries(schema.properties ?? {}).filter(([, value]) => !value.not)
  const record = fc.record(Object.fromEntries(values.map(([name, value]) => [name, inner(value)])), {
    requiredKeys: schema.required ?? [],
  } as object)
  const more = schema.additionalProperties
  if (typeof more !== 'object') return record
  const names = schema.propertyNames ? inner(schema.propertyNames) : fc.stringMatching(HOST)
  const entries = fc.array(fc.tuple(names, inner(more)), { maxLength: ITEMS_MAX })
  return fc.tuple(record, entries).map(([fixed, extra]) => ({ ...(fixed as object), ...Object.fromEntries(extra) }))
}

/** Texts that hardly a field takes. */
export const HOSTILE_TEXTS = [
  'x'.repeat(3_000),
  '\u0000',
  'not-a-uuid',
  '0000-13-45',
  '-1',
  '1e308',
  '%00',
  '[object]',
  'a\r\nb: c',
]

/** Values that hardly a field takes. */
export const HOSTILE: unknown[] = [
  ...HOSTILE_TEXTS,
  '',
  ' ',
  '\ud800',
  'x'.repeat(30_000),
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  0.5,
  [],
  [[]],
  {},
  { toString: 1 },
  Object.fromEntries([['__proto__', { constructor: 'x' }]]),
]

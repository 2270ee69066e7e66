// Requests that are generated from an operation of the API's document.
import fc, { type Arbitrary } from 'fast-check'
import type { DocumentCheck } from './document-check.ts'
import { type Endpoint, type OpenApi, type Parameter, resolve, type Schema } from './openapi.ts'
import { allowed, HOSTILE, HOSTILE_TEXTS } from './schema-values.ts'

export type Fields = Record<string, unknown>

/** Values of an operation's parameters, and of its body where it takes one. */
export interface Parts {
  path: Fields
  query: Fields
  headers?: Fields
  body?: unknown
}

const MULTIPART = 'multipart/form-data'
const UUID = /^[\da-f]{8}-/

const parametersOf = ({ operation }: Endpoint, place: Parameter['in']): Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place)

export const takesFile = ({ operation }: Endpoint): boolean => MULTIPART in (operation.requestBody?.content ?? {})

/** Schema of the body, or null for an operation without one. */
export function bodySchema(document: OpenApi, { operation }: Endpoint): Schema | null {
  const { content } = operation.requestBody ?? {}
  const schema = (content?.['application/json'] ?? content?.[MULTIPART])?.schema
  return schema ? resolve(document, schema) : null
}

/** Fields of a sample input, sorted into the parts of a request. */
export function sampleParts(document: OpenApi, endpoint: Endpoint, sample: Fields): Parts {
  const pick = (place: Parameter['in']) =>
    Object.fromEntries(
      parametersOf(endpoint, place).flatMap(({ name }) => (name in sample ? [[name, sample[name]]] : [])),
    )
  const parts = { path: pick('path'), query: pick('query') }
  if (!bodySchema(document, endpoint)) return parts
  const elsewhere = new Set([...Object.keys(parts.path), ...Object.keys(parts.query)])
  return { ...parts, body: Object.fromEntries(Object.entries(sample).filter(([name]) => !elsewhere.has(name))) }
}

/** Generated fields with the ids of existing objects where the sample has them. */
const withIds = (fields: unknown, sample: unknown): unknown => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  const known = (sample ?? {}) as Fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const given = known[name]
      const isId = (one: unknown) => typeof one === 'string' && UUID.test(one)
      const names = isId(given) || (Array.isArray(given) && given.length > 0 && given.every(isId))
      return [name, given instanceof File || names ? given : value]
    }),
  )
}

/** An arbitrary of requests that the document allows, about the objects of the sample or about none that exists. */
export function allowedParts(document: OpenApi, endpoint: Endpoint, sample: Parts): Arbitrary<Parts> {
  const record = (place: Parameter['in']) => {
    const parameters = parametersOf(endpoint, place)
    // An address with an empty part, or one of dots, is another address.
    const isSendable = (value: unknown) =>
      place === 'header' ? /^[!-~]+$/.test(String(value)) : place !== 'path' || !['', '.', '..'].includes(String(value))
    const values = parameters.map(({ name, schema }) => [name, allowed(document, schema).filter(isSendable)] as const)
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(values) as Record<string, Arbitrary<unknown>>, { requiredKeys } as object)
  }
  const schema = bodySchema(document, endpoint)
  const parts = fc.record({
    path: record('path'),
    query: record('query'),
    headers: record('header'),
    ...(schema ? { body: allowed(document, schema) } : {}),
  }) as Arbitrary<Parts>
  return fc.tuple(parts, fc.integer({ min: 1, max: 4 })).map(([made, dice]) => {
    if (dice === 1 && !takesFile(endpoint)) return made
    const path = withIds(made.path, sample.path) as Fields
    const query = withIds(made.query, sample.query) as Fields
    return { ...made, path, query, ...('body' in made ? { body: withIds(made.body, sample.body) } : {}) }
  })
}

/** An arbitrary of requests of which one part has a value that its schema forbids; null where nothing is forbidden. */
export function forbiddenParts(
  document: OpenApi,
  endpoint: Endpoint,
  sample: Parts,
  check: DocumentCheck,
): Arbitrary<Parts> | null {
  const schema = bodySchema(document, endpoint)
  const base = allowedParts(document, endpoint, sample)
  if (!schema || takesFile(endpoint)) {
    const [first] = [...parametersOf(endpoint, 'query'), ...parametersOf(endpoint, 'path')]
    if (!first) return null
    return fc.tuple(base, fc.constantFrom(...HOSTILE_TEXTS)).map(([parts, value]) => ({
      ...parts,
      [first.in]: { ...parts[first.in as 'query'], [first.name]: value },
    }))
  }
  const names = Object.keys(schema.properties ?? {})
  const required = schema.required ?? []
  const replaced = fc
    .tuple(base, fc.constantFrom(...names), fc.constantFrom(...HOSTILE))
    .map(([parts, name, value]) => ({
      ...parts,
      body: { ...(parts.body as Fields), [name]: value },
    }))
  const removed = fc.tuple(base, fc.constantFrom(...(required.length > 0 ? required : ['']))).map(([parts, name]) => ({
    ...parts,
    body: Object.fromEntries(Object.entries(parts.body as Fields).filter(([key]) => key !== name)),
  }))
  const noObject = fc
    .tuple(base, fc.constantFrom<unknown>([], null, 'text', 1))
    .map(([parts, body]) => ({ ...parts, body }))
  const all = names.length > 0 ? fc.oneof({ weight: 4, arbitrary: replaced }, removed, noObject) : noObject
  return all.filter(({ body }) => !check.allows(schema, body))
}

const entriesOf = ([name, value]: [string, unknown]): [string, string][] =>
  Array.isArray(value) ? value.map((one, index) => [`${name}[${index}]`, String(one)]) : [[name, String(value)]]

/** The request of `parts`. `raw` replaces the body's text. */
export function toRequest(
  endpoint: Endpoint,
  origin: string,
  parts: Parts,
  options: { key?: string; raw?: string } = {},
) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts.path[name])))
  const query = new URLSearchParams(Object.entries(parts.query).flatMap(entriesOf))
  const url = `${origin}${new URL(endpoint.server).pathname}${path}${query.size > 0 ? `?${query}` : ''}`
  const headers = new Headers(options.key ? { authorization: `Bearer ${options.key}` } : {})
  for (const [name, value] of Object.entries(parts.headers ?? {})) headers.set(name, String(value))
  const { method } = endpoint
  if (options.raw === undefined && takesFile(endpoint)) {
    const form = new FormData()
    for (const [name, value] of Object.entries((parts.body ?? {}) as Fields))
      form.set(name, value instanceof File ? value : String(value))
    return new Request(url, { method, headers, body: form })
  }
  if (options.raw === undefined && !('body' in parts)) return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: options.raw ?? JSON.stringify(parts.body) })
}

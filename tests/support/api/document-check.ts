// Compares requests and responses with what the API's document says about them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Endpoint, type OpenApi, resolve, type Schema } from './openapi.ts'

/** A copy of a schema that allows no fields but those it names. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isObject = 'properties' in copy && copy.type === 'object' && !('additionalProperties' in copy)
  return isObject ? { ...copy, additionalProperties: false } : copy
}

export interface DocumentCheck {
  /** Differences between a response and the document; empty when there is none. */
  problems(endpoint: Endpoint, response: Response, body: string): string[]
  /** True where the document allows this value. */
  allows(schema: Schema, value: unknown): boolean
}

export function checkAgainst(document: OpenApi): DocumentCheck {
  const compilers = { open: document, closed: closed(document) as OpenApi }
  const compile = (which: keyof typeof compilers) => {
    const ajv = new Ajv2020({ strict: false, allErrors: false, discriminator: false })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'openapi', components: compilers[which].components })
    const known = new Map<string, ValidateFunction>()
    return (schema: Schema) => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
      const validate = known.get(text) ?? ajv.compile(JSON.parse(text))
      known.set(text, validate)
      return validate
    }
  }
  const open = compile('open')
  const strict = compile('closed')

  return {
    allows: (schema, value) => open(schema)(value),
    problems({ operation }, response, body) {
      const documented = operation.responses[response.status]
      if (!documented) return [`status ${response.status} is not documented: ${body.slice(0, 200)}`]
      const { content } = resolve(document, documented)
      const type = response.headers.get('content-type')
      if (!content) return body === '' ? [] : [`a body where none is documented: ${body.slice(0, 200)}`]
      const media = content[type?.split(';')[0] ?? '']
      if (!media) return [`content type ${type} is not documented for ${response.status}`]
      if (!media.schema || !type?.startsWith('application/json')) return []
      const validate = strict(closed(media.schema) as Schema)
      if (validate(JSON.parse(body))) return []
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${response.status} ${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
      )
    },
  }
}

// The parts of an OpenAPI 3.1 document that the tests of the API read.

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  prefixItems?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  contentMediaType?: string
  not?: Schema
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface DocumentedResponse {
  $ref?: string
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, DocumentedResponse>
  security?: unknown[]
  servers?: { url: string }[]
}

export interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, DocumentedResponse>
    parameters?: Record<string, Parameter>
  }
}

export interface Endpoint {
  /** Method and path, such as `GET /faqs/{id}`. */
  name: string
  method: string
  path: string
  /** Address before the path. */
  server: string
  isPublic: boolean
  operation: Operation
}

/** Operations of a document in their order, with their parameters in place of references. */
export const endpointsOf = (document: OpenApi): Endpoint[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      server: (operation.servers ?? document.servers)[0]?.url ?? '',
      isPublic: operation.security?.length === 0,
      operation: { ...operation, parameters: operation.parameters?.map((one) => resolve(document, one)) ?? [] },
    })),
  )

/** Follows a reference into the document. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  if (!value.$ref) return value
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
  return resolve(document, target as T)
}

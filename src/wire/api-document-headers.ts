import { acceptsIdempotencyKey, hasEntityTag, isCacheable, OPERATIONS, type Operation } from './operations.ts'

/** Headers of requests, by the name of their component. */
const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A value that is unique to this request, such as a UUID. Sent again within 24 hours, the request is not executed again, and its response is repeated.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0192f3a4-5b6c-7d8e-9f00-112233445566',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that was read. The change is refused with 412 if the object has changed since.',
    schema: { type: 'string' },
    example: '"X7h2kq0ZQf3m9bYt1cV5nAeUoWd"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the representation that the client has. If it is still the current one, the response is 304.',
    schema: { type: 'string' },
    example: '"X7h2kq0ZQf3m9bYt1cV5nAeUoWd"',
  },
} as const

/** Headers of responses, by their names. */
const HEADER_COMPONENTS = {
  'RateLimit-Policy': {
    description: 'The limit that applies: its name, `q` calls in `w` seconds.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left of the limit: `r` calls, and all of them again in `t` seconds.',
    schema: { type: 'string' },
    example: '"key";r=599;t=60',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  ETag: {
    description: 'Names this representation, for `If-Match` and, where it is listed, `If-None-Match`.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present when the response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

interface DocumentedOperation {
  parameters?: unknown[]
  responses?: Responses
}

type Responses = Record<string, { description?: string; headers?: Record<string, unknown>; $ref?: string }>

interface DocumentWithHeaders {
  components?: { responses?: unknown; parameters?: unknown; headers?: unknown }
  paths?: object
}

/** Statuses of errors that only some operations answer with. */
export const isPossibleError = (httpMethod: string, apiPath: string, statusCode: string): boolean => {
  const operation = OPERATIONS.get(`${httpMethod.toUpperCase()} ${apiPath}`)
  if (statusCode === '412') return operation?.meta.conditional !== undefined
  if (statusCode === '422') return operation !== undefined && acceptsIdempotencyKey(operation)
  return true
}

const QUOTA_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const
/** Errors that say when to try again. */
const RETRIED_ERRORS = new Set(['Error409', 'Error429', 'Error503'])

const headerRefs = (headerNames: readonly (keyof typeof HEADER_COMPONENTS)[]) =>
  Object.fromEntries(headerNames.map((headerName) => [headerName, { $ref: `#/components/headers/${headerName}` }]))

/** Adds the headers of requests and responses to the document. */
export function describeHeaders(document: DocumentWithHeaders): void {
  document.components = { ...document.components, parameters: PARAMETERS, headers: HEADER_COMPONENTS }
  for (const [name, response] of Object.entries((document.components?.responses ?? {}) as Responses))
    response.headers = headerRefs(RETRIED_ERRORS.has(name) ? [...QUOTA_HEADERS, 'Retry-After'] : QUOTA_HEADERS)
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, entry] of Object.entries(item ?? {})) {
      const operation = OPERATIONS.get(`${method.toUpperCase()} ${path}`)
      if (operation) describeOperation(operation, entry as DocumentedOperation)
    }
}

function describeOperation(operation: Operation, documented: DocumentedOperation): void {
  const addParameter = (parameter: keyof typeof PARAMETERS) => {
    documented.parameters = [...(documented.parameters ?? []), { $ref: `#/components/parameters/${parameter}` }]
  }
  const addToSuccess = (headerName: keyof typeof HEADER_COMPONENTS) => {
    for (const [status, response] of Object.entries(documented.responses ?? {}))
      if (status.startsWith('2')) response.headers = { ...response.headers, ...headerRefs([headerName]) }
  }
  for (const headerName of QUOTA_HEADERS) addToSuccess(headerName)
  if (acceptsIdempotencyKey(operation)) {
    addParameter('IdempotencyKey')
    addToSuccess('Idempotency-Replayed')
  }
  if (operation.meta.conditional) addParameter('IfMatch')
  if (hasEntityTag(operation)) addToSuccess('ETag')
  if (isCacheable(operation)) {
    addParameter('IfNoneMatch')
    documented.responses = {
      ...documented.responses,
      304: {
        description: 'The client has the current representation.',
        headers: headerRefs([...QUOTA_HEADERS, 'ETag']),
      },
    }
  }
}

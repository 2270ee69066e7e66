import { contract } from '../contract.ts'
import { acceptsIdempotencyKey, type Operation } from './idempotent-calls.ts'

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
} as const

/** Headers of responses, by their names. */
const HEADERS = {
  'Idempotency-Replayed': {
    description: 'Present when the response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

interface DocumentedOperation {
  parameters?: unknown[]
  responses?: Record<string, { headers?: Record<string, unknown>; $ref?: string }>
}

interface DocumentWithHeaders {
  components?: object
  paths?: object
}

/** The procedures of the contract by method and path, such as `GET /faqs/{id}`. */
function operationsOf(node: object, found = new Map<string, Operation>()): Map<string, Operation> {
  for (const child of Object.values(node) as object[]) {
    if (!('~orpc' in child)) operationsOf(child, found)
    else {
      const operation = child['~orpc'] as Operation
      found.set(`${operation.route.method} ${operation.route.path}`, operation)
    }
  }
  return found
}

const OPERATIONS = operationsOf(contract)

/** Statuses of errors that only some operations answer with. */
export const isPossibleError = (method: string, path: string, status: string): boolean => {
  const operation = OPERATIONS.get(`${method.toUpperCase()} ${path}`)
  if (status === '422') return operation !== undefined && acceptsIdempotencyKey(operation)
  return status !== '412'
}

/** Adds the headers of requests and responses to the document. */
export function describeHeaders(document: DocumentWithHeaders): void {
  document.components = {
    ...document.components,
    parameters: PARAMETERS,
    headers: HEADERS,
  }
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, entry] of Object.entries(item ?? {})) {
      const operation = OPERATIONS.get(`${method.toUpperCase()} ${path}`)
      if (operation && acceptsIdempotencyKey(operation)) describeIdempotency(entry as DocumentedOperation)
    }
}

function describeIdempotency(operation: DocumentedOperation): void {
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }]
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    if (status.startsWith('2'))
      response.headers = {
        ...response.headers,
        'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' },
      }
}

import type { CallToolResult } from '@modelcontextprotocol/server'
import { type AppError, notFound } from '../../../kernel/app-error.ts'
import { asAppError } from '../../../platform/rpc/index.ts'

const UNEXPECTED = 'Something went wrong on our side. Please try again.'

/** A result as structured content, and as JSON text for clients that read only text. */
const succeeded = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: { ...value },
})

/** The sentence for the model: the message, the offending fields, and when to try again. */
function failureText({ code, message, details }: AppError): string {
  const fields = details?.fields?.map((field) => `${field.path}: ${field.message}`).join('; ')
  const wait = details?.retry_after
  return [
    fields && fields !== message ? `${message} ${fields}` : message,
    `(${code})`,
    wait === undefined ? '' : `Try again in ${Math.max(1, Math.ceil(wait))} seconds.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Runs a tool. Refusals become results that the model can read and act on; unexpected errors are logged and described
 * without details.
 */
export async function toolResult(log: { error(details: object, message: string): void }, run: () => Promise<object>) {
  try {
    return succeeded(await run())
  } catch (error) {
    const known = asAppError(error)
    if (!known) log.error({ err: error }, 'A tool failed')
    const text = known ? failureText(known) : UNEXPECTED
    return { content: [{ type: 'text', text }], isError: true } satisfies CallToolResult
  }
}

export const contentNotFound = () => notFound('content')

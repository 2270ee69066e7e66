import type { CallToolResult } from '@modelcontextprotocol/server'
import { type AppError, notFound } from '../../../kernel/app-error.ts'
import { asAppError } from '../../../platform/rpc/index.ts'

const UNEXPECTED_ERROR = 'Something went wrong on our side. Please try again.'

/** A result as structured content, and as JSON text for clients that read only text. */
const successResult = (toolOutput: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(toolOutput) }],
  structuredContent: { ...toolOutput },
})

/** The sentence for the model: the message, the offending fields, and when to try again. */
function failureText({ code, message, details }: AppError): string {
  const invalidFields = details?.fields
    ?.map((invalidField) => `${invalidField.path}: ${invalidField.message}`)
    .join('; ')
  const retrySeconds = details?.retry_after
  return [
    invalidFields && invalidFields !== message ? `${message} ${invalidFields}` : message,
    `(${code})`,
    retrySeconds === undefined ? '' : `Try again in ${Math.max(1, Math.ceil(retrySeconds))} seconds.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Runs a tool. Refusals become results that the model can read and act on; unexpected errors are logged and described
 * without details.
 */
export async function toolResult(
  errorLog: { error(details: object, message: string): void },
  runTool: () => Promise<object>,
) {
  try {
    return successResult(await runTool())
  } catch (toolError) {
    const knownError = asAppError(toolError)
    if (!knownError) errorLog.error({ err: toolError }, 'A tool failed')
    const resultText = knownError ? failureText(knownError) : UNEXPECTED_ERROR
    return { content: [{ type: 'text', text: resultText }], isError: true } satisfies CallToolResult
  }
}

export const contentNotFound = () => notFound('content')

import { AppError } from '../../../kernel/app-error.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { withoutInstructions } from '../domain/grounding.ts'
import { PROPOSE_SYSTEM, proposedQuestions, proposePrompt } from '../domain/propose.ts'
import { type AnsweringServices, modelForWorkspace } from './answer-question.ts'

/** Maximum length of the text shown to the model, in characters. */
const SHOWN = 12_000

/**
 * Which questions a text answers, as a model reads it. They are questions and nothing more: what answers them is drafted
 * and checked like every other draft. @returns null where no model writes for this workspace, or it fails
 */
export async function proposeQuestions(
  services: AnsweringServices,
  context: WorkspaceContext,
  options: { title: string; text: string; max: number; signal: AbortSignal },
): Promise<string[] | null> {
  const generate = await modelForWorkspace(services, context, async () => true)
  if (!generate) return null
  let written = ''
  try {
    const prompt = proposePrompt({
      title: options.title,
      text: withoutInstructions(options.text.slice(0, SHOWN)),
      max: options.max,
    })
    for await (const delta of generate({ system: PROPOSE_SYSTEM, prompt, signal: options.signal })) written += delta
  } catch (error) {
    const failed = (error instanceof AppError && error.kind === 'unavailable') || options.signal.aborted
    if (!failed) throw error
    services.log('warn', 'The language model failed; no questions were found by it', {
      code: error instanceof AppError ? error.code : 'aborted',
    })
    return null
  }
  return proposedQuestions(written, options.max)
}

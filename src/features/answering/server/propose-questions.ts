import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { withoutInstructions } from '../domain/model/instructions.ts'
import { PROPOSE_SYSTEM, proposedQuestions, proposePrompt } from '../domain/propose.ts'
import type { AnsweringServices } from './answer-question.ts'
import { shortReply } from './model/short-reply.ts'
import { modelForWorkspace } from './model/workspace-model.ts'

/** Maximum length of the text shown to the model, in characters. */
const MAX_CHARACTERS = 12_000

/**
 * Which questions a text answers, as a model reads it. They are questions and nothing more: what answers them is drafted
 * and checked like every other draft. @returns null where no model writes for this workspace, or it fails
 */
export async function proposeQuestions(
  services: AnsweringServices,
  context: WorkspaceContext,
  options: { title: string; text: string; max: number; signal: AbortSignal },
): Promise<string[] | null> {
  const model = await modelForWorkspace(services, context, async () => true)
  if (!model) return null
  const { title, text, max, signal } = options
  const proposalPrompt = proposePrompt({ title, text: withoutInstructions(text.slice(0, MAX_CHARACTERS)), max })
  const modelReply = await shortReply(model.generate, { system: PROPOSE_SYSTEM, prompt: proposalPrompt, signal })
  if (modelReply === null) services.log('warn', 'The language model failed; no questions were found by it')
  return modelReply === null ? null : proposedQuestions(modelReply, max)
}

import type { Context } from 'hono'
import { notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import {
  decodeMessageReference,
  hasMessage,
  requestHandoff,
  requestHandoffOfQuestion,
} from '../../questions/server/index.ts'
import type { VisitorContext } from '../../workspaces/server/index.ts'
import { type HandoffInput, UNAVAILABLE } from '../contract.ts'
import { type AdmitDependencies, admitAnswered, admitPageVisitor, admitVisitor } from './admission/admit-visitor.ts'
import type { VisitorLimits } from './admission/visitor-limits.ts'

interface HandoffDependencies extends AdmitDependencies {
  limits: Pick<VisitorLimits, 'handoff' | 'handoffTo'>
}

async function handOffQuestion(visitor: VisitorContext, handoffInput: HandoffInput): Promise<void> {
  const { question, conversation_id, page_url, email, note } = handoffInput
  if (question === undefined) throw notFound('message')
  await requestHandoffOfQuestion(visitor, {
    conversation_id: conversation_id ?? newId(),
    question,
    answer: UNAVAILABLE,
    page_url: page_url ?? null,
    email,
    note,
  })
}

/**
 * Passes a question on to a person: by the answer's message, or by itself where no answer came.
 *
 * @throws not_found; forbidden as for asking; rate_limited
 */
export async function handOff(
  dependencies: HandoffDependencies,
  context: Context<HttpEnv>,
  handoffInput: HandoffInput,
): Promise<void> {
  await dependencies.limits.handoff(context.var.clientAddress)
  if (handoffInput.message_id !== undefined) {
    const { visitor, id } = await admitAnswered(dependencies, context, handoffInput.message_id)
    await dependencies.limits.handoffTo(visitor.workspaceId)
    await requestHandoff(visitor, { id, email: handoffInput.email, note: handoffInput.note })
    return
  }
  const visitor = await admitVisitor(dependencies, context, handoffInput, { token: handoffInput.visitor_token })
  await dependencies.limits.handoffTo(visitor.workspaceId)
  await handOffQuestion(visitor, handoffInput)
}

/** For the page without JavaScript. A message that is gone, or another workspace's, leaves the question to go by. */
export async function handOffFromPage(
  dependencies: HandoffDependencies,
  context: Context<HttpEnv>,
  handoffInput: HandoffInput,
): Promise<void> {
  await dependencies.limits.handoff(context.var.clientAddress)
  const visitor = await admitPageVisitor(dependencies, context, handoffInput)
  await dependencies.limits.handoffTo(visitor.workspaceId)
  const messageReference =
    handoffInput.message_id === undefined ? null : decodeMessageReference(handoffInput.message_id)
  if (messageReference?.workspaceId === visitor.workspaceId && (await hasMessage(visitor, messageReference.messageId)))
    await requestHandoff(visitor, {
      id: messageReference.messageId,
      email: handoffInput.email,
      note: handoffInput.note,
    })
  else await handOffQuestion(visitor, handoffInput)
}

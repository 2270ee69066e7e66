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
import { type AdmitDeps, admitAnswered, admitPageVisitor, admitVisitor } from './admission/admit-visitor.ts'
import type { VisitorLimits } from './admission/visitor-limits.ts'

interface HandoffDeps extends AdmitDeps {
  limits: Pick<VisitorLimits, 'handoff' | 'handoffTo'>
}

async function handOffQuestion(visitor: VisitorContext, input: HandoffInput): Promise<void> {
  const { question, conversation_id, page_url, email, note } = input
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
export async function handOff(deps: HandoffDeps, context: Context<HttpEnv>, input: HandoffInput): Promise<void> {
  await deps.limits.handoff(context.var.clientAddress)
  if (input.message_id !== undefined) {
    const { visitor, id } = await admitAnswered(deps, context, input.message_id)
    await deps.limits.handoffTo(visitor.workspaceId)
    await requestHandoff(visitor, { id, email: input.email, note: input.note })
    return
  }
  const visitor = await admitVisitor(deps, context, input, { token: input.visitor_token })
  await deps.limits.handoffTo(visitor.workspaceId)
  await handOffQuestion(visitor, input)
}

/** For the page without JavaScript. A message that is gone, or another workspace's, leaves the question to go by. */
export async function handOffFromPage(
  deps: HandoffDeps,
  context: Context<HttpEnv>,
  input: HandoffInput,
): Promise<void> {
  await deps.limits.handoff(context.var.clientAddress)
  const visitor = await admitPageVisitor(deps, context, input)
  await deps.limits.handoffTo(visitor.workspaceId)
  const message = input.message_id === undefined ? null : decodeMessageReference(input.message_id)
  if (message?.workspaceId === visitor.workspaceId && (await hasMessage(visitor, message.messageId)))
    await requestHandoff(visitor, { id: message.messageId, email: input.email, note: input.note })
  else await handOffQuestion(visitor, input)
}

import type { AskOutput } from '../features/answering/contract.ts'
import { type AnsweringServices, dryRunQuestion } from '../features/answering/server/index.ts'
import type { WorkspaceContext } from '../features/workspaces/server/index.ts'
import type { Limits } from './limits.ts'

/** A dry run has the same timeout as a visitor's question. */
const TRY_TIMEOUT_MS = 15_000

/** Tries a question as visitors ask it, within the limits that hold for them. */
export const tryAsking =
  (answering: AnsweringServices, { visitors }: Limits) =>
  async (context: WorkspaceContext, question: string, clientAddress: string): Promise<AskOutput> => {
    await visitors.tryAsking(clientAddress, context.workspaceId)
    const { answer } = await dryRunQuestion(answering, context, question, {
      signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
      mayUseModel: () => visitors.modelBudget(clientAddress, context.workspaceId),
    })
    return answer
  }

import type { AskOutput } from '../features/answering/contract.ts'
import { AnswerCache, type AnsweringServices, tryQuestion } from '../features/answering/server/index.ts'
import type { WorkspaceContext } from '../features/workspaces/server/index.ts'
import type { Core } from './core.ts'
import type { Limits } from './limits.ts'
import { createGenerate } from './model.ts'

const ANSWERS_CACHED = 5_000
/** Somebody who tries a question waits as long as a visitor. */
const TRY_TIMEOUT_MS = 15_000

export const createAnswering = (core: Core): AnsweringServices => ({
  appUrl: core.config.appUrl,
  generate: createGenerate(core.config, core.log),
  meaning: core.semantic,
  cache: new AnswerCache(ANSWERS_CACHED),
  log: (level, message, fields) => core.log[level]({ ...fields }, message),
})

/** Tries a question as visitors ask it, within the limits that hold for them. */
export const tryAsking =
  (answering: AnsweringServices, { visitors }: Limits) =>
  async (ctx: WorkspaceContext, question: string, address: string): Promise<AskOutput> => {
    await visitors.ask(address, ctx.workspaceId)
    return tryQuestion(answering, ctx, question, {
      signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
      mayUseModel: () => visitors.modelBudget(address, ctx.workspaceId),
    })
  }

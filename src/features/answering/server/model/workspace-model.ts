import { AppError } from '../../../../kernel/app-error.ts'
import type { ModelUsage } from '../../../../platform/llm/index.ts'
import { accessOfWorkspace, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { OVER_BUDGET } from './model-failure.ts'
import type { Generate } from './short-reply.ts'
import { addModelUsage, isBudgetUsedUp } from './token-budget.ts'

/** The model of one workspace. Each call needs the budgets' consent, and its cost is recorded. */
export interface WorkspaceModel {
  /** Also throws AppError `limit`, `llm.over_budget`. */
  generate: Generate
  /** True when a call failed or was refused: the answer was made with less than was meant to be. */
  isDegraded(): boolean
  /** True when the last call failed for another reason than a budget. */
  isFailing(): boolean
}

export interface ModelServices {
  /** Null: the built-in answerer writes. */
  generate: Generate | null
  /** Most tokens of a workspace in a calendar month, in UTC; null for any number. */
  monthlyTokens?: number | null
  log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

/**
 * The workspace's model, if its plan includes one and its tokens of the month are not used up.
 * @param mayUseModel asked before each call
 */
export async function modelForWorkspace(
  { generate, log, monthlyTokens = null }: ModelServices,
  context: WorkspaceContext,
  mayUseModel: () => Promise<boolean>,
): Promise<WorkspaceModel | null> {
  if (!generate || !(await accessOfWorkspace(context)).has_access) return null
  if (await isBudgetUsedUp(context, monthlyTokens)) return null
  let isDegraded = false
  let isFailing = false
  return {
    isDegraded: () => isDegraded,
    isFailing: () => isFailing,
    generate: async function* metered(options) {
      isFailing = false
      if (!(await mayUseModel())) {
        isDegraded = true
        throw new AppError('limit', OVER_BUDGET, 'The language model may not be used any more for now.')
      }
      const reportedUsages: ModelUsage[] = []
      try {
        yield* generate({ ...options, onUsage: (modelUsage) => reportedUsages.push(modelUsage) })
      } catch (error) {
        isDegraded = true
        isFailing = true
        throw error
      } finally {
        // A failure to record does not prevent an answer.
        for (const modelUsage of reportedUsages)
          await addModelUsage(context, modelUsage, monthlyTokens).catch((error: unknown) =>
            log('warn', 'The cost of a call of the language model was not recorded', { reason: String(error) }),
          )
      }
    },
  }
}

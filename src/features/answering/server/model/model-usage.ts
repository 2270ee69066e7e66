import { sql } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import type { ModelUsage } from '../../../../platform/llm/index.ts'
import { accessOfWorkspace, inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { modelUsage } from '../answering.table.ts'
import { OVER_BUDGET } from './model-failure.ts'
import type { Generate } from './short-reply.ts'

const today = sql`(now() at time zone 'utc')::date`

/** Adds a call of the model to what the workspace has used on this day, in UTC. */
export const addModelUsage = (context: WorkspaceContext, { inputTokens, outputTokens }: ModelUsage): Promise<void> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    await tx
      .insert(modelUsage)
      .values({ workspaceId, day: today, calls: 1, inputTokens, outputTokens })
      .onConflictDoUpdate({
        target: [modelUsage.workspaceId, modelUsage.day],
        set: {
          calls: sql`${modelUsage.calls} + 1`,
          inputTokens: sql`${modelUsage.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelUsage.outputTokens} + excluded.output_tokens`,
        },
      })
  })

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
  log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

/**
 * The workspace's model, if its plan includes one.
 * @param mayUseModel asked before each call
 */
export async function modelForWorkspace(
  { generate, log }: ModelServices,
  context: WorkspaceContext,
  mayUseModel: () => Promise<boolean>,
): Promise<WorkspaceModel | null> {
  if (!generate || !(await accessOfWorkspace(context)).has_access) return null
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
      const reported: ModelUsage[] = []
      try {
        yield* generate({ ...options, onUsage: (usage) => reported.push(usage) })
      } catch (error) {
        isDegraded = true
        isFailing = true
        throw error
      } finally {
        // A failure to record does not prevent an answer.
        for (const usage of reported)
          await addModelUsage(context, usage).catch((error: unknown) =>
            log('warn', 'The cost of a call of the language model was not recorded', { reason: String(error) }),
          )
      }
    },
  }
}

import { sql } from 'drizzle-orm'
import type { ModelUsage } from '../../../platform/llm/index.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { modelUsage } from './answering.table.ts'
import type { Generate } from './compose-with-model.ts'

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

/**
 * The model of one workspace: records the cost of its calls, also of failed and aborted ones. A failure to record does
 * not prevent an answer.
 */
export function meteredFor(
  context: WorkspaceContext,
  generate: Generate,
  log: (level: 'warn', message: string, fields?: object) => void,
): Generate {
  return async function* metered(options) {
    const told: ModelUsage[] = []
    try {
      yield* generate({ ...options, onUsage: (usage) => told.push(usage) })
    } finally {
      for (const usage of told)
        await addModelUsage(context, usage).catch((error: unknown) =>
          log('warn', 'What the language model cost was not written down', { reason: String(error) }),
        )
    }
  }
}

import { AppError } from '../../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { type Question, SNOOZE_DAYS_MAX } from '../../contract.ts'
import { requireSameQuestion, updateQuestion } from '../question-details.ts'

const DAY_MS = 86_400_000

function checkSnoozeTime(snoozedUntil: Date, currentTime: Date): void {
  const snoozeMs = snoozedUntil.getTime() - currentTime.getTime()
  if (snoozeMs > 0 && snoozeMs <= SNOOZE_DAYS_MAX * DAY_MS) return
  const problemText =
    snoozeMs <= 0 ? 'Please choose a time in the future.' : `Please choose a time within ${SNOOZE_DAYS_MAX} days.`
  throw new AppError('invalid', 'question.snooze_time', problemText, {
    details: { fields: [{ path: 'until', message: problemText }] },
  })
}

/** Hides a question from what is to do until a time, or shows it again. @throws not_found; invalid */
export const snoozeQuestion = (
  context: WorkspaceContext,
  { id, until }: { id: string; until: string | null },
): Promise<Question> => {
  const snoozedUntil = until === null ? null : new Date(until)
  return inTransaction(context, async (transaction) => {
    await requireSameQuestion(transaction, id)
    if (snoozedUntil) checkSnoozeTime(snoozedUntil, new Date())
    return updateQuestion(transaction, id, { snoozedUntil })
  })
}

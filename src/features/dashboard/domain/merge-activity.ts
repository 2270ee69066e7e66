import { ACTIVITY_ITEMS, type ActivityItem } from '../contract.ts'

interface ChangedFaq {
  id: string
  question: string
  status: string
  at: Date
}

interface AskedQuestion {
  id: string
  question: string
  at: Date
}

/** Both kinds as one list, newest first, five in all; of two at the same moment the question comes first. */
export const mergeActivity = (
  changedFaqs: readonly ChangedFaq[],
  askedQuestions: readonly AskedQuestion[],
): ActivityItem[] =>
  [
    ...askedQuestions.map(({ id, question, at }) => ({
      id: `message-${id}`,
      type: 'message' as const,
      title: question,
      description: 'New question received',
      at,
    })),
    ...changedFaqs.map(({ id, question, status, at }) => ({
      id: `faq-${id}`,
      type: 'faq' as const,
      title: question,
      description: `FAQ ${status}`,
      at,
    })),
  ]
    .sort((left, right) => right.at.getTime() - left.at.getTime())
    .slice(0, ACTIVITY_ITEMS)
    .map(({ at, ...item }) => ({ ...item, timestamp: at.toISOString() }))

import { DEFAULT_LANGUAGE } from '../../../kernel/languages.ts'
import { recentQuestions } from '../../questions/server/index.ts'
import type { AnswerLevel } from '../../workspaces/contract.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type DecidedOutcome, type LevelPreview, PREVIEW_DAYS, PREVIEW_QUESTIONS_MAX } from '../contract.ts'
import { loadAnswerContext } from './answer-context.ts'
import { type AnsweringServices, retrieveFor } from './answer-question.ts'
import { composeFromSections } from './compose.ts'
import { composeSeveral } from './conversation/compose-several.ts'
import { decideAsked } from './conversation/decide-asked.ts'
import type { RetrievalResult } from './retrieve.ts'

/** Maximum duration; the questions asked until then count. */
const LIMIT_MS = 20_000

type Retrieve = (text: string) => Promise<RetrievalResult>

/**
 * Decides the last days' questions again, at the workspace's level and at another one. Each is asked by itself, on the
 * present content and without a language model. Stores nothing. Throws the abort reason.
 */
export async function previewLevel(
  services: AnsweringServices,
  context: WorkspaceContext,
  previewedLevel: AnswerLevel,
  signal: AbortSignal,
): Promise<LevelPreview> {
  const answerContext = await loadAnswerContext(context, null, false, services.semantic ?? null)
  const recentlyAsked = await inReadTransaction(context, (transaction) =>
    recentQuestions(transaction, { days: PREVIEW_DAYS, limit: PREVIEW_QUESTIONS_MAX }),
  )
  const emptyCounts = () => ({ answered: 0, suggested: 0, refused: 0 })
  const preview: LevelPreview = { questions: 0, before: emptyCounts(), after: emptyCounts(), changes: [] }
  const startedAt = performance.now()
  for (const question of recentlyAsked) {
    signal.throwIfAborted()
    if (performance.now() - startedAt > LIMIT_MS) break
    const retrieve = retrieveOnce(async (searchText) => {
      const { retrieval } = await retrieveFor({ services, context, answerContext }, searchText, signal)
      return retrieval
    })
    const outcomeBefore = await outcomeAt(answerContext.workspace.answerLevel, question, retrieve)
    const outcomeAfter = await outcomeAt(previewedLevel, question, retrieve)
    preview.questions += 1
    preview.before[outcomeBefore] += 1
    preview.after[outcomeAfter] += 1
    if (outcomeBefore !== outcomeAfter) preview.changes.push({ question, before: outcomeBefore, after: outcomeAfter })
  }
  return preview
}

/** Searches once for each text: a level only changes what is decided on what was found. */
function retrieveOnce(retrieveText: Retrieve): Retrieve {
  const resultByText = new Map<string, Promise<RetrievalResult>>()
  return (searchText) => {
    const retrieval = resultByText.get(searchText) ?? retrieveText(searchText)
    resultByText.set(searchText, retrieval)
    return retrieval
  }
}

async function outcomeAt(answerLevel: AnswerLevel, question: string, retrieve: Retrieve): Promise<DecidedOutcome> {
  const retrieveAt = async (searchText: string) => ({ ...(await retrieve(searchText)), answerLevel })
  const conversation = { question, turns: [], language: DEFAULT_LANGUAGE, retrieve: retrieveAt }
  const { decision, parts } = await decideAsked(conversation, false)
  const { outcome } = parts ? composeSeveral(parts) : composeFromSections(decision)
  return outcome === 'unavailable' ? 'refused' : outcome
}

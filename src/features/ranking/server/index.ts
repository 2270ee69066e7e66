/**
 * Ranking finds the entries of a workspace that fit a question and how confident the best one is. It knows nothing of FAQs.
 *
 * Writing: `indexEntries` and `removeEntries` are part of the transaction that changes the content, which also has to
 * increment the workspace's content version. Searching: `searchMemoryIndex` finds everything that belongs to the content
 * version it is given. It runs in the process's memory, and must not be called inside a transaction.
 */

export type { IndexEntry } from '../domain/entry.ts'
export type { SearchHit, SearchOutcome } from '../domain/outcome.ts'
export { confidence } from '../domain/rank/confidence.ts'
export { isSemanticallyNear } from '../domain/rank/semantic-feature.ts'
export { packVectors } from '../domain/semantic/vector-bytes.ts'
export { areExclusive, constraintsOf } from '../domain/similarity/constraints.ts'
export {
  lookupTerms,
  type ParsedQuestion,
  parseQuestion,
  QuestionSimilarity,
  relatedTerms,
} from '../domain/similarity/question-similarity.ts'
export { SAME_QUESTION_FROM, sameQuestionProbability } from '../domain/similarity/same-question.ts'
export { backgroundShare } from '../domain/text/background.ts'
export { detectLanguage, LANGUAGES } from '../domain/text/languages.ts'
export { sentences } from '../domain/text/sentences.ts'
export { synonymsOf } from '../domain/text/synonyms.ts'
export { isContentWord, tokenize } from '../domain/text/tokens.ts'
export { indexEntries } from './index-entries.ts'
export { indexedLanguages } from './indexed-languages.ts'
export { deleteOldChangesJob } from './memory-index/delete-old-changes.job.ts'
export { questionsTakenBy } from './preview-alternatives.ts'
export { removeEntries } from './remove-entries.ts'
export {
  type MemorySearch,
  type QuestionEmbedding,
  type SearchedWorkspace,
  searchMemoryIndex,
  warmIndex,
} from './search-memory-index.ts'
export { SERVED_EMBEDDINGS, type ServedEmbeddings } from './semantic/embeddings.queries.ts'
export { createSemanticSearch, type SemanticSearch } from './semantic/semantic-search.ts'
export type { TextEncoder } from './semantic/text-encoder.ts'

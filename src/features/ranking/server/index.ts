/** Ranking: finds the entries of a workspace that fit a question, and says how sure it is. Knows nothing of FAQs. */

export { confidence } from '../domain/confidence.ts'
export { type Decision, decide, decideOn } from '../domain/decision.ts'
export type { EntryKind, EntryText, IndexEntry } from '../domain/entry.ts'
export { detectLanguage } from '../domain/languages.ts'
export type { AnalysedQuery, SearchHit, SearchOutcome } from '../domain/outcome.ts'
export {
  type AskedCollection,
  lookupTerms,
  type ParsedQuestion,
  parseQuestion,
  QuestionSimilarity,
  relatedTerms,
} from '../domain/question-similarity.ts'
export { type AskedText, likeQuestion, SAME_QUESTION } from '../domain/same-question.ts'
export { confidenceWithMeaning, semanticFeature } from '../domain/semantic-feature.ts'
export { sentences } from '../domain/sentences.ts'
export { GLOBAL_THRESHOLDS, type Thresholds } from '../domain/thresholds.ts'
export { FEATURES, type FeatureName } from '../domain/weights.ts'
export { calibrate } from './calibrate.ts'
export { confidenceFit } from './confidence-fit.ts'
export type { ServedEmbeddings } from './embeddings.queries.ts'
export type { SearchOptions } from './find-hits.ts'
export { indexEntries } from './index-entries.ts'
export { holdIndex, searchHeld } from './memory-indexes.ts'
export type { QuestionEmbedding } from './nearest-entries.ts'
export { refreshStatistics } from './refresh-statistics.ts'
export { removeEntries } from './remove-entries.ts'
export { searchEntries } from './search-entries.ts'
export { openSemanticSearch, type SemanticSearch, type SemanticStatus } from './semantic-search.ts'
export { knownSize } from './workspace-size.ts'

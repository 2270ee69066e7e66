import type { AnswerSource } from '../../questions/contract.ts'

/** Retrieved content for a question, ready for display and citation. */
export interface Evidence {
  kind: 'faq' | 'chunk'
  /** The FAQ's id, or the chunk's. */
  id: string
  /** The FAQ's id, or that of the document, page, text or item. */
  source_id: string
  title: string
  url: string | null
  /** The FAQ's answer as its author wrote it, or the passage. */
  text: string
  /** For a FAQ: its question. */
  question: string | null
  score: number
  /** Index of the first of the best one or two sentences in the passage. */
  best_sentence: number
}

export const EXCERPT_LENGTH = 220

export const toSource = (evidence: Evidence, excerptOf: (text: string) => string): AnswerSource => ({
  kind: evidence.kind,
  id: evidence.id,
  source_id: evidence.source_id,
  title: evidence.title,
  url: evidence.url,
  excerpt: excerptOf(evidence.text),
})

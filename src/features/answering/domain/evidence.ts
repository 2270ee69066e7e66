import type { AnswerSource } from '../../questions/contract.ts'
import { INTERNAL_SOURCE } from '../contract.ts'

/** Retrieved content for a question, ready for display and citation. */
export interface Evidence {
  kind: 'faq' | 'chunk'
  /** The FAQ's id, or the chunk's. */
  id: string
  /** The FAQ's id, or that of the document, page, text or item. */
  source_id: string
  title: string
  url: string | null
  excerpt: string
  /** Its source is not shown to visitors: answers may use it, without its title, words and link. */
  isInternal: boolean
  score: number
  /** Above 1 for a source that its owner prefers, below for one that is only a help. */
  weight: number
}

export const EXCERPT_LENGTH = 220

/** A source as the team sees it. */
export const toSource = ({ kind, id, source_id, title, url, excerpt }: Evidence): AnswerSource => ({
  kind,
  id,
  source_id,
  title,
  url,
  excerpt,
})

/** A source as a visitor sees it. */
export const toVisitorSource = (evidence: Evidence): AnswerSource => {
  const answerSource = toSource(evidence)
  return evidence.isInternal ? { ...answerSource, title: INTERNAL_SOURCE, url: null, excerpt: '' } : answerSource
}

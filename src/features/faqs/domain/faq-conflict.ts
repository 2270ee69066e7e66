import { CONTENT_FIELDS, type ContentField, type FaqContent } from '../contract.ts'
import { buildContent, isSameField } from './faq-content.ts'

export type ConflictSide = 'mine' | 'theirs'

/** A field in which what two people wrote differs. */
export interface FieldConflict {
  field: ContentField
  /** Initial choice: the user's own text where they changed it. */
  suggested: ConflictSide
}

/** Returns the fields in which two edits of a FAQ differ. @param seenContent version that the user's edit started from */
export const conflictsBetween = (
  seenContent: FaqContent,
  myContent: FaqContent,
  theirContent: FaqContent,
): FieldConflict[] =>
  CONTENT_FIELDS.filter((contentField) => !isSameField(myContent, theirContent, contentField)).map((contentField) => ({
    field: contentField,
    suggested: isSameField(myContent, seenContent, contentField) ? 'theirs' : 'mine',
  }))

/**
 * Both edits in one, each field from the user who changed it; null when both changed the same field differently.
 * @param seenContent version that both edits started from
 */
export function mergedContent(
  seenContent: FaqContent,
  myContent: FaqContent,
  theirContent: FaqContent,
): FaqContent | null {
  const changedByBoth = conflictsBetween(seenContent, myContent, theirContent).filter(
    ({ field, suggested }) => suggested === 'mine' && !isSameField(theirContent, seenContent, field),
  )
  if (changedByBoth.length > 0) return null
  return buildContent(
    (contentField) => (isSameField(myContent, seenContent, contentField) ? theirContent : myContent)[contentField],
  )
}

/** The chosen content; fields without a choice are theirs. */
export const settledContent = (
  myContent: FaqContent,
  theirContent: FaqContent,
  chosenSides: Partial<Record<ContentField, ConflictSide>>,
): FaqContent =>
  buildContent((contentField) => (chosenSides[contentField] === 'mine' ? myContent : theirContent)[contentField])

import { CONTENT_FIELDS, type ContentField, type FaqContent } from '../contract.ts'
import { buildContent, isSameField } from './faq-content.ts'

export type Side = 'mine' | 'theirs'

/** A field in which what two people wrote differs. */
export interface FieldConflict {
  field: ContentField
  /** Initial choice: the user's own text where they changed it. */
  suggested: Side
}

/** Returns the fields in which two edits of a FAQ differ. @param seen version that the user's edit started from */
export const conflictsBetween = (seen: FaqContent, mine: FaqContent, theirs: FaqContent): FieldConflict[] =>
  CONTENT_FIELDS.filter((field) => !isSameField(mine, theirs, field)).map((field) => ({
    field,
    suggested: isSameField(mine, seen, field) ? 'theirs' : 'mine',
  }))

/**
 * Both edits in one, each field from the user who changed it; null when both changed the same field differently.
 * @param seen version that both edits started from
 */
export function mergedContent(seen: FaqContent, mine: FaqContent, theirs: FaqContent): FaqContent | null {
  const both = conflictsBetween(seen, mine, theirs).filter(
    ({ field, suggested }) => suggested === 'mine' && !isSameField(theirs, seen, field),
  )
  if (both.length > 0) return null
  return buildContent((field) => (isSameField(mine, seen, field) ? theirs : mine)[field])
}

/** The chosen content; fields without a choice are theirs. */
export const settled = (
  mine: FaqContent,
  theirs: FaqContent,
  choices: Partial<Record<ContentField, Side>>,
): FaqContent => buildContent((field) => (choices[field] === 'mine' ? mine : theirs)[field])

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

/** The chosen content; fields without a choice are theirs. */
export const settled = (
  mine: FaqContent,
  theirs: FaqContent,
  choices: Partial<Record<ContentField, Side>>,
): FaqContent => buildContent((field) => (choices[field] === 'mine' ? mine : theirs)[field])

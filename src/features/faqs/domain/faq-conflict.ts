import { type FaqContent, VERSION_FIELDS, type VersionField } from '../contract.ts'

export type Side = 'mine' | 'theirs'

/** A field in which what two people wrote differs. */
export interface FieldConflict {
  field: VersionField
  /** Initial choice: the user's own text where they changed it. */
  suggested: Side
}

const same = (a: FaqContent, b: FaqContent, field: VersionField): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field])

/** Returns the fields in which two edits of a FAQ differ. @param seen version that the user's edit started from */
export const conflictsBetween = (seen: FaqContent, mine: FaqContent, theirs: FaqContent): FieldConflict[] =>
  VERSION_FIELDS.filter((field) => !same(mine, theirs, field)).map((field) => ({
    field,
    suggested: same(mine, seen, field) ? 'theirs' : 'mine',
  }))

/** The FAQ as it is to be: in each field what was chosen; theirs where nothing had to be. */
export function settled(
  mine: FaqContent,
  theirs: FaqContent,
  choices: Partial<Record<VersionField, Side>>,
): FaqContent {
  const of = <Field extends VersionField>(field: Field): FaqContent[Field] =>
    (choices[field] === 'mine' ? mine : theirs)[field]
  return {
    question: of('question'),
    answer: of('answer'),
    category: of('category'),
    status: of('status'),
    alternative_questions: of('alternative_questions'),
  }
}

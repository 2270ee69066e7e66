import { type FaqContent, VERSION_FIELDS, type VersionField } from '../contract.ts'

export type Side = 'mine' | 'theirs'

/** A field in which what two people wrote differs. */
export interface FieldConflict {
  field: VersionField
  /** What to begin with: one's own words where one has changed them. */
  suggested: Side
}

const same = (a: FaqContent, b: FaqContent, field: VersionField): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field])

/**
 * Where two changes of one FAQ differ.
 * @param seen what both, or at least I, began with
 */
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

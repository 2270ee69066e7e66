// Checks the subjects of commits: `type(scope): imperative summary`.

const SUBJECT = /^(feat|fix|refactor|perf|test|docs|chore)(\([a-z0-9-]+\))?!?: [a-z0-9`"'].*[^.]$/
const MAX_CHARACTERS = 72

/** @returns a sentence about what is wrong with the subject, or null. Merge commits and reverts pass as git writes them. */
export function checkSubject(subject: string): string | null {
  if (/^(Merge|Revert) /.test(subject)) return null
  if (subject.length > MAX_CHARACTERS) return `${subject.length} characters; at most ${MAX_CHARACTERS}`
  if (!SUBJECT.test(subject)) return 'not "type(scope): imperative summary" in lower case, without a full stop'
  return null
}

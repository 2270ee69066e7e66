import { HtmlValidate } from 'html-validate'

// Rules of style, not of the standard, are left out: an inline style sheet is allowed by its hash, and a form that is
// sent without the script has its buttons' names and values.
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  // What is integrity for a file of our own: it is asked of others' alone.
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
})

/** What is wrong with a document by the HTML standard and for people who can't see it; empty when nothing is. */
export async function problemsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const mains = html.match(/<main\b|\brole="main"/g)?.length ?? 0
  const landmarks = mains === 1 ? [] : [`The document has ${mains} main landmarks instead of one.`]
  const invalid = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const text = html.split('\n')[line - 1] ?? ''
      return `${ruleId}: ${message} at …${text.slice(Math.max(0, column - 60), column + 60)}`
    }),
  )
  return [...landmarks, ...invalid]
}

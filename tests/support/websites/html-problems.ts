import { HtmlValidate } from 'html-validate'

// Rules of style, not of the standard, are left out: an inline style sheet is allowed by its hash, and a form that is
// sent without the script has its buttons' names and values.
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  // Subresource integrity is required for files of other origins only.
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
})

/** Returns violations of the HTML standard and of accessibility rules; empty when there are none. */
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

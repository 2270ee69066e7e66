import type { PageRule, PageRuleInput, ShownPageRule } from '../contract.ts'

/** A FAQ that a rule suggests, as it is now. */
export interface SuggestedFaq {
  question: string
  isPublished: boolean
}

/** Adds the questions of suggested FAQs. A FAQ that no longer exists is left out. */
export const presentRules = (rules: readonly PageRuleInput[], faqs: ReadonlyMap<string, SuggestedFaq>): PageRule[] =>
  rules.map((rule) => ({
    ...rule,
    suggestions: rule.suggestions.flatMap(({ faq_id: id, question }): PageRule['suggestions'] => {
      if (id === null) return [{ faq_id: null, question, is_shown: true }]
      const faq = faqs.get(id)
      return faq ? [{ faq_id: id, question: faq.question, is_shown: faq.isPublished }] : []
    }),
  }))

/** The enabled rules without what visitors may not see. */
export const shownRules = (rules: readonly PageRule[]): ShownPageRule[] =>
  rules
    .filter(({ is_enabled: isEnabled }) => isEnabled)
    .map(({ include, exclude, suggestions, prompt_text: text, prompt_trigger: trigger, delay_seconds: seconds }) => ({
      include,
      exclude,
      suggestions: suggestions.filter(({ is_shown: isShown }) => isShown).map(({ question }) => question),
      prompt: trigger === 'off' ? null : { text, trigger, seconds },
    }))

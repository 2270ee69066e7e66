import type { PageRule, PageRuleInput, ShownPageRule } from '../contract.ts'

/** A FAQ that a rule suggests, as it is now. */
export interface SuggestedFaq {
  question: string
  isPublished: boolean
}

/** Adds the questions of suggested FAQs. A FAQ that no longer exists is left out. */
export const presentRules = (
  ruleInputs: readonly PageRuleInput[],
  faqsById: ReadonlyMap<string, SuggestedFaq>,
): PageRule[] =>
  ruleInputs.map((ruleInput) => ({
    ...ruleInput,
    suggestions: ruleInput.suggestions.flatMap(({ faq_id: id, question }): PageRule['suggestions'] => {
      if (id === null) return [{ faq_id: null, question, is_shown: true }]
      const suggestedFaq = faqsById.get(id)
      return suggestedFaq ? [{ faq_id: id, question: suggestedFaq.question, is_shown: suggestedFaq.isPublished }] : []
    }),
  }))

/** The enabled rules without what visitors may not see. */
export const shownRules = (pageRules: readonly PageRule[]): ShownPageRule[] =>
  pageRules
    .filter(({ is_enabled: isEnabled }) => isEnabled)
    .map(({ include, exclude, suggestions, prompt_text: text, prompt_trigger: trigger, delay_seconds: seconds }) => ({
      include,
      exclude,
      suggestions: suggestions.filter(({ is_shown: isShown }) => isShown).map(({ question }) => question),
      prompt: trigger === 'off' ? null : { text, trigger, seconds },
    }))

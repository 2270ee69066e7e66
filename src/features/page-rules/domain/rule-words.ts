import { plural } from '../../../kernel/text.ts'
import type { PageRule } from '../contract.ts'

type RulePrompt = Pick<PageRule, 'prompt_trigger' | 'delay_seconds'>

/** Time of a rule's prompt within a sentence; null when it has none. */
export function promptTime({ prompt_trigger: trigger, delay_seconds: seconds }: RulePrompt): string | null {
  if (trigger === 'off') return null
  return trigger === 'exit' ? 'prompt on leaving' : `prompt after ${plural(seconds, 'second')}`
}

/** Summary of a rule in one line. */
export function ruleSummary(pageRule: PageRule): string {
  const suggestionCount = pageRule.suggestions.length
  const summaryParts = [
    suggestionCount > 0 ? plural(suggestionCount, 'suggestion') : null,
    promptTime(pageRule),
  ].filter((summaryPart) => summaryPart !== null)
  return summaryParts.length > 0 ? summaryParts.join(' · ') : 'Shows nothing of its own'
}

/** Patterns as typed, one per line. */
export const splitLines = (patternText: string): string[] =>
  patternText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

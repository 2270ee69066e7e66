import { plural } from '../../../kernel/text.ts'
import type { PageRule } from '../contract.ts'

type Prompt = Pick<PageRule, 'prompt_trigger' | 'delay_seconds'>

/** Time of a rule's prompt within a sentence; null when it has none. */
export function promptTime({ prompt_trigger: trigger, delay_seconds: seconds }: Prompt): string | null {
  if (trigger === 'off') return null
  return trigger === 'exit' ? 'prompt on leaving' : `prompt after ${plural(seconds, 'second')}`
}

/** Summary of a rule in one line. */
export function ruleSummary(rule: PageRule): string {
  const count = rule.suggestions.length
  const parts = [count > 0 ? plural(count, 'suggestion') : null, promptTime(rule)].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' · ') : 'Shows nothing of its own'
}

/** Patterns as typed, one per line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

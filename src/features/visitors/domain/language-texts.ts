import type { HelpTexts, VisitorTexts } from '../contract.ts'

/** A language's own file: everything but the stock replies and their translations. */
export type LanguageTexts = Omit<VisitorTexts, 'help'> & {
  help: Omit<HelpTexts, 'storedAnswers' | 'unavailable' | 'unavailableAi'>
}

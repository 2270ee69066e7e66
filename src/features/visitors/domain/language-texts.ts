import type { HelpTexts, VisitorTexts } from '../contract.ts'

/** A language's file: the sayings are written under names of their own. */
export type LanguageTexts = Omit<VisitorTexts, 'help'> & {
  help: Omit<HelpTexts, 'sayings'>
  notFound: string
  suggested: string
}

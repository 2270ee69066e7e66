import { byLanguage } from './by-language.ts'
import { SYNONYM_GROUPS } from './synonym-groups.ts'
import { tokenize } from './tokens.ts'

/** Normalized words of the synonym groups. */
export const synonymWords = byLanguage(
  (language): ReadonlySet<string> =>
    new Set(tokenize(SYNONYM_GROUPS[language] ?? '', language).map((token) => token.word)),
)

const synonymTableOf = byLanguage((language) => {
  const synonymsByTerm = new Map<string, Set<string>>()
  for (const groupLine of (SYNONYM_GROUPS[language] ?? '').split('\n')) {
    const groupTerms = [...new Set(tokenize(groupLine, language).map((token) => token.term))]
    for (const term of groupTerms) {
      const otherTerms = synonymsByTerm.get(term) ?? new Set()
      for (const otherTerm of groupTerms) if (otherTerm !== term) otherTerms.add(otherTerm)
      synonymsByTerm.set(term, otherTerms)
    }
  }
  return synonymsByTerm
})

const NO_TERMS: ReadonlySet<string> = new Set()

/** The terms (stems) that may stand for this term in questions to a support desk. */
export const synonymsOf = (term: string, language: string): ReadonlySet<string> =>
  synonymTableOf(language).get(term) ?? NO_TERMS

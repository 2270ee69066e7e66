import { byLanguage } from './by-language.ts'
import { SYNONYM_GROUPS } from './synonym-groups.ts'
import { tokenize } from './tokens.ts'

/** Normalized words of the synonym groups. */
export const synonymWords = byLanguage(
  (language): ReadonlySet<string> =>
    new Set(tokenize(SYNONYM_GROUPS[language] ?? '', language).map((token) => token.word)),
)

const tableOf = byLanguage((language) => {
  const table = new Map<string, Set<string>>()
  for (const line of (SYNONYM_GROUPS[language] ?? '').split('\n')) {
    const terms = [...new Set(tokenize(line, language).map((token) => token.term))]
    for (const term of terms) {
      const others = table.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      table.set(term, others)
    }
  }
  return table
})

const NO_TERMS: ReadonlySet<string> = new Set()

/** The terms (stems) that may stand for this term in questions to a support desk. */
export const synonymsOf = (term: string, language: string): ReadonlySet<string> =>
  tableOf(language).get(term) ?? NO_TERMS

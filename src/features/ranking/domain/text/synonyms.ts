import { SYNONYM_GROUPS } from './synonym-groups.ts'
import { tokenize } from './tokens.ts'

const words = new Map<string, ReadonlySet<string>>()

/** Normalized words of the synonym groups. */
export function synonymWords(language: string): ReadonlySet<string> {
  let known = words.get(language)
  if (!known) {
    known = new Set(tokenize(SYNONYM_GROUPS[language] ?? '', language).map((token) => token.word))
    words.set(language, known)
  }
  return known
}

const tables = new Map<string, Map<string, Set<string>>>()

function tableOf(language: string): Map<string, Set<string>> {
  let table = tables.get(language)
  if (table) return table
  table = new Map()
  for (const line of (SYNONYM_GROUPS[language] ?? '').split('\n')) {
    const terms = [...new Set(tokenize(line, language).map((token) => token.term))]
    for (const term of terms) {
      const others = table.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      table.set(term, others)
    }
  }
  tables.set(language, table)
  return table
}

const NONE: ReadonlySet<string> = new Set()

/** The terms (stems) that may stand for this term in questions to a support desk. */
export const synonymsOf = (term: string, language: string): ReadonlySet<string> => tableOf(language).get(term) ?? NONE

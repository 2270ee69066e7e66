import type { MemoryIndex } from '../domain/memory-index/memory-index.ts'
import { chooseCorrection } from '../domain/query/query-analysis.ts'
import { chooseRepairs } from '../domain/query/repair.ts'
import { SMALL_WORKSPACE } from '../domain/rank/candidates.ts'
import { averagesFrom } from './collection.ts'
import type { Source } from './source.ts'
import { MOST_COMPLETIONS, MOST_REPAIRED } from './vocabulary.queries.ts'

/** A workspace's index in memory, as a question reads it. */
export function heldSource(index: MemoryIndex): Source {
  const { vocabulary, documentFrequency } = index
  const frequencies = new Map<string, number>()
  const small = index.size <= SMALL_WORKSPACE
  return {
    entries: index.size,
    languages: index.languages,
    frequencies,
    lookUp: async ({ own, synonyms, stops }) => {
      // Lookups are cached as modified by the question: a phrasing that is asked of its own entry removes its words.
      for (const term of [...own, ...synonyms, ...stops])
        if (!frequencies.has(term)) frequencies.set(term, documentFrequency.get(term) ?? 0)
    },
    candidates: async (asked) => index.candidates(asked),
    collection: () => ({
      entries: index.size,
      averages: averagesFrom(index.averages),
      // The weights were fitted with the statistics of a large workspace's tables: the question's own terms.
      documentFrequency: small ? documentFrequency : frequencies,
      complete: small,
    }),
    readings: async (unknown) =>
      new Map(
        unknown.slice(0, MOST_REPAIRED).map((word) => {
          const compounds = word.compounds.flatMap((part) => {
            const term = vocabulary.termOf(part)
            return term === undefined ? [] : [[part, term] as const]
          })
          const repairs = word.repairable ? chooseRepairs(word.word, vocabulary.near(word.word)) : []
          return [word.at, chooseCorrection(word, repairs, new Map(compounds))]
        }),
      ),
    completions: async (beginning) => vocabulary.beginningWith(beginning, MOST_COMPLETIONS),
  }
}

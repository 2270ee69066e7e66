import { sql } from 'drizzle-orm'
import MiniSearch, { type SearchOptions } from 'minisearch'
import { tokenize } from '../../src/features/ranking/domain/text/tokens.ts'
import type { EngineFactory } from './engine.ts'
import { openScratchDatabase } from './scratch-database.ts'

const TOP = 10
const byScore = (scores: Map<string, number>): string[] =>
  [...scores]
    .sort((left, right) => right[1] - left[1])
    .slice(0, TOP)
    .map(([id]) => id)

/**
 * Okapi BM25 over stemmed words, all fields as one text, any word may match: what SQLite's FTS5 computes with its porter
 * tokenizer (k1 1.2, b 0.75, idf ln((N − n + ½)/(n + ½)) no less than 1e-6).
 */
export const bm25: EngineFactory = async (set) => {
  const docs = set.docs.map((doc) => tokenize([doc.question, ...doc.alts, doc.body].join('\n'), set.lang))
  const average = docs.reduce((sum, doc) => sum + doc.length, 0) / docs.length
  const postings = new Map<string, Map<number, number>>()
  docs.forEach((doc, index) => {
    for (const { term } of doc) {
      const posting = postings.get(term) ?? new Map<number, number>()
      posting.set(index, (posting.get(index) ?? 0) + 1)
      postings.set(term, posting)
    }
  })
  return {
    name: 'BM25 (SQLite-style)',
    async search(text) {
      const scores = new Map<string, number>()
      for (const { term } of tokenize(text, set.lang)) {
        const posting = postings.get(term)
        if (!posting) continue
        const idf = Math.max(1e-6, Math.log((docs.length - posting.size + 0.5) / (posting.size + 0.5)))
        for (const [i, frequency] of posting) {
          const norm = 1.2 * (1 - 0.75 + (0.75 * docs[i]!.length) / average)
          const id = set.docs[i]!.id
          scores.set(id, (scores.get(id) ?? 0) + (idf * frequency * 2.2) / (frequency + norm))
        }
      }
      return byScore(scores)
    },
    async close() {},
  }
}

const miniSearchEngine =
  (name: string, searchOptions: SearchOptions): EngineFactory =>
  async (set) => {
    const index = new MiniSearch({ fields: ['question', 'alternatives', 'body'], searchOptions })
    index.addAll(set.docs.map((doc) => ({ ...doc, alternatives: doc.alts.join('\n') })))
    return {
      name,
      search: async (text) =>
        index
          .search(text)
          .slice(0, TOP)
          .map((hit) => String(hit.id)),
      async close() {},
    }
  }

/** MiniSearch as its documentation suggests for a search box: question boosted, prefix and fuzzy matching. */
export const miniSearch = miniSearchEngine('MiniSearch (fuzzy, prefix)', {
  boost: { question: 2 },
  prefix: true,
  fuzzy: 0.2,
})

/** MiniSearch with exact words only. */
export const miniSearchExact = miniSearchEngine('MiniSearch (exact)', {})

const CONFIGURATIONS: Record<string, string> = { en: 'english', de: 'german', es: 'spanish', fr: 'french' }

/** PostgreSQL full-text search, any word may match, ordered by ts_rank. */
export const postgresFullText: EngineFactory = async (set) => {
  const database = await openScratchDatabase()
  const configuration = CONFIGURATIONS[set.lang] ?? 'simple'
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`create table doc (id text primary key, words tsvector not null)`)
    for (const doc of set.docs) {
      await transaction.execute(
        sql`insert into doc select ${doc.id}, setweight(to_tsvector(${configuration}::regconfig, ${doc.question}), 'A')
              || setweight(to_tsvector(${configuration}::regconfig, ${doc.alts.join('\n')}), 'B')
              || setweight(to_tsvector(${configuration}::regconfig, ${doc.body}), 'C')`,
      )
    }
    await transaction.execute(sql`create index on doc using gin (words)`)
  })
  return {
    name: 'PostgreSQL OR + ts_rank',
    search: (text) =>
      database.transaction(async (transaction) => {
        const { rows } = await transaction.execute<{ id: string }>(
          sql`select id from doc, (select replace(plainto_tsquery(${configuration}::regconfig, ${text})::text, '&', '|')::tsquery as q) asked
              where words @@ q order by ts_rank(words, q) desc, id limit ${TOP}`,
        )
        return rows.map((row) => row.id)
      }),
    close: () => database.close(),
  }
}

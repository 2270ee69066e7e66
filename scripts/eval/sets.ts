import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A retrieval set: documents, questions with the documents that answer them, questions that none answers. */
export interface RetrievalSet {
  name: string
  lang: string
  docs: { id: string; question: string; alts: string[]; body: string }[]
  queries: EvalQuery[]
  out_of_scope: { id: string; text: string; kind: 'far' | 'near' }[]
}
export interface EvalQuery {
  id: string
  text: string
  /** document → grade */
  rel: Record<string, number>
}
export type Split = 'even' | 'odd' | 'all'

/** Queries (and out-of-scope questions) by their position in the file: even ones to tune on, odd ones to report. */
export const splitOf = <T>(items: T[], split: Split): T[] =>
  split === 'all' ? items : items.filter((_, index) => index % 2 === (split === 'odd' ? 1 : 0))

export function loadSets(folder: string, only?: string): RetrievalSet[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const sets = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RetrievalSet)
  return only ? sets.filter((set) => only.split(',').includes(set.name)) : sets
}

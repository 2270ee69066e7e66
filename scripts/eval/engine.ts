import type { RetrievalSet } from './sets.ts'

/** Something that ranks a set's documents for a question. */
export interface Engine {
  name: string
  /** Document ids, the best first, at most ten. */
  search(text: string): Promise<string[]>
  close(): Promise<void>
}
export type EngineFactory = (set: RetrievalSet) => Promise<Engine>

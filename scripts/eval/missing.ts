import { mean } from './metrics.ts'
import { ownEngine } from './own.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'
import { randomOf, shuffled } from './typos.ts'

/** Number of removed answers: typical for a help center; half of the entries in a set with fewer than twice as many. */
const MAX_KEPT = 60
/** Which documents are kept decides more than any rule of the decision: each seed keeps others. */
const SEEDS = [3, 4, 5]

export interface MissingFigures {
  questions: number
  /** Share of them that was answered, though what answers them is not there. */
  answered: number
}

/**
 * Asks a workspace for what it does not have, though it has much that is like it: a part of the documents is kept, and
 * the questions are asked of which every right document is gone. Three different parts together.
 */
export async function measureMissing(set: RetrievalSet, split: Split): Promise<MissingFigures> {
  const answered: number[] = []
  for (const seed of SEEDS) {
    const docs = keptOf(set, seed)
    const ids = new Set(docs.map((doc) => doc.id))
    const engine = await ownEngine({ ...set, docs })
    for (const { text, rel } of splitOf(set.queries, split)) {
      if (Object.keys(rel).some((id) => ids.has(id))) continue
      answered.push((await engine.decide(text)).tier === 'answer' ? 1 : 0)
    }
    await engine.close()
  }
  return { questions: answered.length, answered: mean(answered) }
}

const keptOf = ({ docs }: RetrievalSet, seed: number): RetrievalSet['docs'] =>
  shuffled(docs, randomOf(seed)).slice(0, Math.min(MAX_KEPT, Math.ceil(docs.length / 2)))

import { mean } from './metrics.ts'
import { ownEngine } from './own.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'
import { randomOf, shuffled } from './typos.ts'

/** Numbers of entries of a workspace that has just begun. */
const SIZES = [1, 2, 5, 10]
const SEEDS = [1, 2, 3, 4]
/** Questions for each workspace about what it does not have. */
const MAX_FOREIGN = 60

interface FirstEntriesFigures {
  entries: number
  /** Questions about the entries. */
  own: number
  /** Share of them that was answered from the right entry. */
  answeredRight: number
  /** Share of them that was refused. */
  refusedOwn: number
  /** Questions of the same set about other entries. */
  foreign: number
  /** Share of them that was answered. */
  answeredForeign: number
  /** The same for foreign questions that share a word with an entry. */
  near: number
  answeredNear: number
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []

/** Asks workspaces of a few entries about these, and about everything else in the set. */
async function measureFirstEntries(set: RetrievalSet, split: Split): Promise<FirstEntriesFigures[]> {
  const figures: FirstEntriesFigures[] = []
  for (const entries of SIZES) {
    const own: number[] = []
    const refused: number[] = []
    const foreign: number[] = []
    const near: number[] = []
    for (const seed of SEEDS) {
      const random = randomOf(seed)
      const docs = shuffled(set.docs, random).slice(0, entries)
      const ids = new Set(docs.map(({ id }) => id))
      const known = new Set(docs.flatMap((doc) => wordsOf([doc.question, ...doc.alts, doc.body].join(' '))))
      const engine = await ownEngine({ ...set, docs })
      const queries = splitOf(set.queries, split)
      for (const { text, rel } of queries) {
        if (!Object.keys(rel).some((id) => ids.has(id))) continue
        const { tier, right } = await engine.decide(text, rel)
        own.push(tier === 'answer' && right ? 1 : 0)
        refused.push(tier === 'refuse' ? 1 : 0)
      }
      const others = shuffled(
        queries.filter(({ rel }) => !Object.keys(rel).some((id) => ids.has(id))),
        random,
      )
      for (const { text } of others.slice(0, MAX_FOREIGN)) {
        const answered = (await engine.decide(text)).tier === 'answer' ? 1 : 0
        foreign.push(answered)
        if (wordsOf(text).some((word) => known.has(word))) near.push(answered)
      }
      await engine.close()
    }
    figures.push({
      entries,
      own: own.length,
      answeredRight: mean(own),
      refusedOwn: mean(refused),
      foreign: foreign.length,
      answeredForeign: mean(foreign),
      near: near.length,
      answeredNear: mean(near),
    })
  }
  return figures
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Prints how workspaces of one to ten entries answer questions about these, and about what they lack. */
export async function printFirstEntries(sets: readonly RetrievalSet[], split: Split): Promise<void> {
  for (const set of sets) {
    console.log(
      `${set.name}: entries, own questions answered from the right one, own refused, others answered, similar others answered`,
    )
    for (const {
      entries,
      own,
      answeredRight,
      refusedOwn,
      foreign,
      answeredForeign,
      near,
      answeredNear,
    } of await measureFirstEntries(set, split)) {
      const [right, refused, others, similar] = [answeredRight, refusedOwn, answeredForeign, answeredNear].map(percent)
      console.log(`  ${entries}: ${right} of ${own}, ${refused}, ${others} of ${foreign}, ${similar} of ${near}`)
    }
  }
}

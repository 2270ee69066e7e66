import { expect, it } from 'vitest'
import { randomOf } from '../../../../../scripts/eval/typos.ts'
import type { IndexEntry } from '../entry.ts'
import { FIELD_WEIGHTS } from '../memory-index/impacts.ts'
import { MemoryIndex } from '../memory-index/memory-index.ts'
import { findCandidates } from '../memory-index/search.ts'
import { sentences } from '../text/sentences.ts'
import { type Token, tokenize } from '../text/tokens.ts'
import { inverseDocumentFrequency, K1, lengthNorm, saturate } from './formulas.ts'
import { prepareEntry } from './prepared.ts'
import type { AskedQuestion } from './question.ts'
import { QuestionModel } from './question-model.ts'
import { rankEntries } from './rank.ts'
import type { FeatureName } from './weights.ts'

// Scores by the features' definitions, from the texts, without an index: slow, and easy to check.

interface CutEntry {
  question: Token[]
  alternatives: Token[][]
  body: Token[][]
}

const cut = ({ question, alternatives, body, language }: IndexEntry): CutEntry => ({
  question: tokenize(question, language),
  alternatives: alternatives.map((text) => tokenize(text, language)),
  body: sentences(body).map((text) => tokenize(text, language)),
})

const fieldsOf = ({ question, alternatives, body }: CutEntry) => ({ question: [question], alternatives, body })
const FIELD_NAMES = ['question', 'alternatives', 'body'] as const

/** Frequency over the weighted fields; `count`: the frequency in one phrase. */
function weightedFrequency(model: QuestionModel, entry: CutEntry, count: (phrase: Token[]) => number): number {
  return FIELD_NAMES.reduce((sum, name) => {
    const phrases = fieldsOf(entry)[name]
    const { weight, b } = FIELD_WEIGHTS[name]
    const norm = lengthNorm(b, phrases.flat().length, model.collection.averages[name])
    return sum + (weight * phrases.reduce((found, phrase) => found + count(phrase), 0)) / norm
  }, 0)
}

const frequencyIn = (model: QuestionModel, phrase: Token[], number: number): number =>
  phrase.filter(({ term }) => model.terms.of(term) === number).length

const termNumbers = (model: QuestionModel) => Array.from({ length: model.terms.count }, (_, term) => term)

function fieldFeatures(model: QuestionModel, entry: CutEntry): Partial<Record<FeatureName, number>> {
  const frequencies = termNumbers(model).map((term) =>
    weightedFrequency(model, entry, (phrase) => frequencyIn(model, phrase, term)),
  )
  const scores = frequencies.map((frequency, term) => model.terms.value[term]! * saturate(frequency))
  const found = frequencies.map((frequency, term) => (frequency ? model.terms.value[term]! : 0))
  return {
    bm25f: model.terms.bestOfGroups(scores) / (model.mass * (K1 + 1)),
    coverage: model.terms.bestOfGroups(found) / model.mass,
  }
}

/** The character feature before it is weighed: saturated frequencies of the question's grams. */
function gramFrequencies(model: QuestionModel, entry: CutEntry, grams: number[]): number[] {
  const head = [entry.question, ...entry.alternatives].flat()
  const body: Token[] = []
  let characters = 0
  for (const token of entry.body.flat()) {
    if (characters >= 2000) break
    characters += token.word.length + 1
    body.push(token)
  }
  const { averages } = model.collection
  const headCharacters = head.reduce((sum, { word }) => sum + word.length, 0)
  const headNorm = lengthNorm(0.5, headCharacters, 5 * (averages.question + averages.alternatives))
  const bodyNorm = lengthNorm(0.75, characters, 5 * averages.body)
  const count = (tokens: Token[], gram: number) =>
    tokens.reduce((sum, token) => sum + (token.isPair ? 0 : token.grams.filter((other) => other === gram).length), 0)
  return grams.map((gram) => saturate(count(head, gram) / headNorm + count(body, gram) / bodyNorm))
}

/** Fit of each row of frequencies, weighed by how many rows have each column. */
function fits(rows: number[][], times: number[]): number[] {
  const idf = times.map(
    (count, column) => count * inverseDocumentFrequency(rows.filter((row) => row[column]! > 0).length, rows.length),
  )
  const perfect = idf.reduce((sum, value) => sum + value, 0) * (K1 + 1) || 1
  return rows.map((row) => row.reduce((sum, value, column) => sum + value * idf[column]!, 0) / perfect)
}

/** Saturated frequencies of the pairs of adjacent words of the question, a row for each entry. */
function pairFrequencies(model: QuestionModel, { tokens, alternates }: AskedQuestion, entries: CutEntry[]): number[][] {
  const wordByTerm = new Map<string, number>()
  tokens.forEach(({ term }, position) => {
    const word = wordByTerm.get(term) ?? position
    for (const reading of [term, ...alternates[position]!]) if (!wordByTerm.has(reading)) wordByTerm.set(reading, word)
  })
  const pairsOf = (phrase: Token[]) => {
    const words = phrase.map(({ term }) => wordByTerm.get(term))
    return words.slice(1).map((word, before) => `${words[before]} ${word}`)
  }
  return entries.map((entry) =>
    [...new Set(pairsOf(tokens))].map((pair) =>
      saturate(weightedFrequency(model, entry, (phrase) => pairsOf(phrase).filter((own) => own === pair).length)),
    ),
  )
}

function phrasingFeatures(model: QuestionModel, entry: CutEntry, idfOf: (token: Token) => number) {
  const phrasings = [entry.question, ...entry.alternatives].filter((phrase) => phrase.length)
  const scores = phrasings.map((phrase) => {
    const norm = lengthNorm(0.3, phrase.length, model.collection.averages.phrasing)
    const values = termNumbers(model).map(
      (term) => model.terms.value[term]! * saturate(frequencyIn(model, phrase, term) / norm),
    )
    return model.terms.bestOfGroups(values) / (model.mass * (K1 + 1))
  })
  const distinct = (phrase: Token[]) => [...new Map(phrase.toReversed().map((token) => [token.term, token])).values()]
  const sum = (tokens: Token[]) => tokens.reduce((total, token) => total + idfOf(token), 0)
  const best = scores.lastIndexOf(Math.max(...scores))
  const top = distinct(phrasings[best] ?? [])
  const reverse = top.length ? sum(top.filter(({ term }) => model.terms.of(term) >= 0)) / sum(top) : 0
  const inQuestion = termNumbers(model).map((term) =>
    frequencyIn(model, entry.question, term) ? model.terms.value[term]! : 0,
  )
  const [phrasing = 0, second_phrasing = 0] = scores.toSorted((left, right) => right - left)
  const mutual = Math.sqrt((reverse * model.terms.bestOfGroups(inQuestion)) / model.mass)
  return { phrasing, second_phrasing, mutual }
}

function sentenceFeature(model: QuestionModel, { body }: CutEntry): number {
  const best = (size: number) =>
    body.reduce((most, _, start) => {
      const window = body.slice(start, start + size).flat()
      const norm = lengthNorm(0.3, window.length, model.collection.averages.sentence * size)
      const values = termNumbers(model).map(
        (term) => model.terms.value[term]! * saturate(frequencyIn(model, window, term) / norm),
      )
      return Math.max(most, model.terms.bestOfGroups(values))
    }, 0)
  return (best(1) + best(2)) / 2 / (model.mass * (K1 + 1))
}

function pairsFeature(model: QuestionModel, entry: CutEntry): number {
  const positions = new Map<number, number[]>()
  let position = 0
  const read = (phrase: Token[]) => {
    for (const token of phrase) {
      const term = model.terms.of(token.term)
      positions.set(term, [...(positions.get(term) ?? []), position++])
    }
  }
  for (const phrase of [entry.question, ...entry.alternatives]) {
    read(phrase)
    position += 50
  }
  for (const sentence of entry.body) read(sentence)
  const at = (term: number) => (positions.get(term) ?? []).slice(0, 60)
  let close = 0
  let total = 0
  model.content.slice(1).forEach((second, index) => {
    const first = model.content[index]!
    const value = Math.min(model.terms.idf[first]!, model.terms.idf[second]!)
    total += value
    const isClose = at(first).some((left) => at(second).some((right) => Math.abs(left - right) <= 4))
    if (first !== second && isClose) close += value
  })
  return total ? close / total : 0
}

const WORDS =
  `refund refunds money invoice invoices billing account accounts password passwords reset resetting sign email
  deliver delivery parcel parcels days change changing address how do i my the is to of where when card cards colour color
  photo picture payment payments pay team members invite 2024 länge größe`.split(/\s+/)

function randomTexts(seed: number) {
  const random = randomOf(seed)
  const pick = () => WORDS[Math.floor(random() ** 1.5 * WORDS.length)]!
  const phrase = (most: number) => Array.from({ length: Math.floor(random() * most) }, pick).join(' ')
  const body = () =>
    Array.from({ length: Math.floor(random() * 6) }, () => `${phrase(14)}.`).join(random() < 0.2 ? '\n' : ' ')
  const entry = (index: number): IndexEntry => ({
    chunk_id: String(index),
    kind: 'faq',
    source_id: String(index),
    language: random() < 0.1 ? 'de' : 'en',
    question: phrase(9),
    alternatives: Array.from({ length: Math.floor(random() * 3) }, () => phrase(8)),
    body: random() < 0.03 ? `${phrase(14)}. `.repeat(90) : body(),
  })
  return {
    entries: Array.from({ length: 50 }, (_, index) => entry(index)),
    questions: Array.from({ length: 12 }, () => phrase(10)),
  }
}

it.each([1, 2, 3])('matches the scores of a reference scorer, also after changes (texts %i)', (seed) => {
  const { entries, questions } = randomTexts(seed)
  const index = new MemoryIndex()
  entries.forEach((entry, number) => {
    index.add(number, prepareEntry(entry))
  })
  for (const number of [3, 4, 20]) index.remove(number)
  const left = entries.filter((_, number) => ![3, 4, 20].includes(number))
  for (const text of questions) {
    const { asked, slots, collection } = findCandidates(index, { text, language: 'en' })
    const model = new QuestionModel(asked, collection, index.entries, slots)
    const idfOf = ({ term, isStopWord }: Token) => model.rarity.of(term, 0.02) * (isStopWord ? 0.4 : 1)
    const cuts = left.map(cut)
    const gramCounts = new Map<number, number>()
    for (const { isStopWord, isPair, grams } of asked.tokens)
      for (const gram of isStopWord || isPair ? [] : grams) gramCounts.set(gram, (gramCounts.get(gram) ?? 0) + 1)
    const grams = [...gramCounts.keys()]
    const characters = fits(
      cuts.map((entry) => gramFrequencies(model, entry, grams)),
      [...gramCounts.values()],
    )
    const pairRows = pairFrequencies(model, asked, cuts)
    const bigrams = fits(
      pairRows,
      (pairRows[0] ?? []).map(() => 1),
    )
    const ranked = new Map(
      rankEntries(asked, index.entries, slots, collection).map((entry) => [index.entries.chunkId(entry.slot), entry]),
    )
    expect(ranked.size).toBe(left.length)
    left.forEach(({ chunk_id }, row) => {
      const entry = cuts[row]!
      const plain = {
        ...fieldFeatures(model, entry),
        ...phrasingFeatures(model, entry, idfOf),
        characters: characters[row]!,
        bigrams: bigrams[row]!,
        sentence: sentenceFeature(model, entry),
        pairs: pairsFeature(model, entry),
      }
      for (const [name, value] of Object.entries(plain))
        expect([chunk_id, name, ranked.get(chunk_id)?.features[name as FeatureName]]).toEqual([
          chunk_id,
          name,
          expect.closeTo(value, 9),
        ])
    })
  }
})

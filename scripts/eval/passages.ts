// npm run eval -- passages --data FOLDER [--set NAME]. Without a name, it uses the first set of the folder.
// Compares lengths and overlaps of passages: joins a set's paragraphs to their documents, splits these in several sizes, and asks the even queries.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { PASSAGE_SIZE, type PassageSize, splitPassages } from '../../src/features/knowledge/domain/passages.ts'
import { type IndexEntry, searchMemoryIndex, sentences } from '../../src/features/ranking/server/index.ts'
import { mean } from './metrics.ts'
import { openScratchWorkspace } from './scratch-workspace.ts'
import { loadSets, type RetrievalSet, splitOf } from './sets.ts'

const SIZES: PassageSize[] = [
  { target: 300, max: 500 },
  { target: 500, max: 900 },
  { target: 700, max: 1200 },
  PASSAGE_SIZE,
  { target: 1300, max: 2300 },
  { target: 2000, max: 3500 },
]
const QUERIES = 300
const DEPTH = 10
/** A passage with this share of a paragraph's sentences holds what was asked for. */
const WHOLE = 0.8
const HALF = 0.5

function documentsOf(set: RetrievalSet): Map<string, string> {
  const documents = new Map<string, string>()
  for (const { question, body } of set.docs) {
    documents.set(question, documents.has(question) ? `${documents.get(question)}\n\n${body}` : body)
  }
  return documents
}

function cut(text: string, size: PassageSize, overlaps: boolean): string[] {
  const passages = splitPassages(text, size).map((passage) => passage.text)
  if (!overlaps) return passages
  return passages.map((passage, index) => `${index ? `${sentences(passages[index - 1] ?? '').at(-1)} ` : ''}${passage}`)
}

/** Reciprocal ranks of the first passage that is mostly about the paragraph, and of the first that holds it. */
function ranksOf(found: string[][], paragraph: string[]) {
  const shared = found.map((passage) => paragraph.filter((sentence) => passage.includes(sentence)).length)
  const rank = (isRight: (count: number, index: number) => boolean) => {
    const position = shared.findIndex(isRight)
    return position < 0 ? 0 : 1 / (position + 1)
  }
  return {
    about: rank((count, index) => count > 0 && count >= HALF * Math.min(paragraph.length, found[index]?.length ?? 0)),
    holds: rank((count) => count >= WHOLE * paragraph.length),
  }
}

async function measure(set: RetrievalSet, size: PassageSize, overlaps: boolean): Promise<void> {
  const entries = [...documentsOf(set)].flatMap(([title, text]) =>
    cut(text, size, overlaps).map(
      (body): IndexEntry => ({
        ...{ chunk_id: randomUUID(), source_id: randomUUID(), kind: 'passage', language: set.lang },
        ...{ question: title, alternatives: [], body },
      }),
    ),
  )
  const { db, workspace, close } = await openScratchWorkspace(entries)
  const paragraphs = new Map(set.docs.map((doc) => [doc.id, sentences(doc.body)]))
  const ranks = []
  for (const { text, rel } of splitOf(set.queries, 'even').slice(0, QUERIES)) {
    const { hits } = await searchMemoryIndex(db, workspace, { text, language: set.lang, limit: DEPTH })
    const found = hits.map((hit) => sentences(hit.body))
    const right = Object.keys(rel).map((id) => ranksOf(found, paragraphs.get(id) ?? []))
    const best = (key: 'about' | 'holds') => Math.max(0, ...right.map((rank) => rank[key]))
    ranks.push({ about: best('about'), holds: best('holds') })
  }
  await close()
  const about = mean(ranks.map((rank) => rank.about))
  const holds = mean(ranks.map((rank) => rank.holds))
  const cells = [`${size.target}/${size.max}`, overlaps ? 'one sentence' : '–', String(entries.length)]
  const figures = [about, holds, (about + holds) / 2].map((figure) => figure.toFixed(3))
  console.log([...cells, ...figures].map((cell) => cell.padStart(13)).join(''))
}

export async function measurePassages(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, set: { type: 'string' } },
  })
  const [set] = values.data ? loadSets(values.data, values.set) : []
  if (!set) {
    console.error('Usage: npm run eval -- passages --data FOLDER [--set NAME]')
    process.exit(2)
  }
  console.log(['size', 'overlap', 'passages', 'about', 'holds', 'mean'].map((cell) => cell.padStart(13)).join(''))
  for (const size of SIZES) for (const overlaps of [false, true]) await measure(set, size, overlaps)
}

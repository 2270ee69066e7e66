// Groups questions by meaning as a workspace does, and prints how well the groups match what one answer serves.
// npm run eval -- grouping --data FOLDER [--split odd|even|all] [--show FILE.txt]
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { assignQuestions } from '../../src/features/gaps/server/index.ts'
import type { SemanticSearch, TextEncoder } from '../../src/features/ranking/server/index.ts'
import { detectLanguage } from '../../src/features/ranking/server/index.ts'
import { operatorContext, type WorkspaceServices } from '../../src/features/workspaces/server/index.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { AskedItem } from './answers/answer-set.ts'
import { cachedEncoder } from './cached-encoder.ts'
import { kMeans } from './k-means.ts'
import { type PartitionFigures, partitionFigures } from './partition.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'

/** Questions with what answers them: those with the same belong together. */
interface GroupingSet {
  name: string
  lang: string
  questions: { text: string; answer: string }[]
}

/** Every eighth meaning alone: as many as a help center lacks. */
const SHARE_OF_MEANINGS = 8

function answerSet(name: string, { lang, questions }: { lang: string; questions: AskedItem[] }): GroupingSet {
  const answerable = questions.filter(({ kind, source }) => kind === 'answerable' && source)
  return {
    name,
    lang,
    questions: answerable.map(({ q, source, facts }) => ({ text: q, answer: JSON.stringify([source, facts]) })),
  }
}

function loadGroupingSets(folder: string, split: Split): GroupingSet[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.flatMap((file): GroupingSet[] => {
    const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RetrievalSet & { questions?: AskedItem[] }
    const { name, lang } = content
    if (content.questions) return [answerSet(name, { lang, questions: content.questions })]
    // Documents that are passages are asked many different things.
    if (content.docs.every((doc) => !doc.alts.length && doc.question.split(/\s+/).length < 5)) return []
    const questions = splitOf(content.queries, split).map(({ text, rel }) => ({
      text,
      answer: Object.keys(rel)[0] ?? '',
    }))
    const answers = [...new Set(questions.map(({ answer }) => answer))].sort()
    const chosen = new Set(answers.filter((_, index) => index % SHARE_OF_MEANINGS === 0))
    const few = content.queries
      .map(({ text, rel }) => ({ text, answer: Object.keys(rel)[0] ?? '' }))
      .filter(({ answer }) => chosen.has(answer))
    return [
      { name, lang, questions },
      { name: `${name}, ${chosen.size} of ${answers.length} meanings`, lang, questions: few },
    ]
  })
}

/** The encoder as the search by meaning offers it. */
const semanticOf = (encoder: TextEncoder): Pick<SemanticSearch, 'served' | 'embedQuestion'> => ({
  served: async () => ({ model: encoder.model, version: '1', weight: 1, reach: null }),
  embedQuestion: async (served, text) => {
    if (encoder.languages && !encoder.languages.includes(detectLanguage(text)))
      return { embedding: null, isMissing: false }
    const [vector] = (await encoder.questionsFor(encoder.model)?.embed([text])) ?? []
    return { embedding: vector ? { served, vector } : null, isMissing: false }
  },
})

/** As the questions of visitors who all got no answer, through the code that groups theirs. */
async function ownGroups(texts: readonly string[], encoder: TextEncoder | null): Promise<string[]> {
  const database = await openScratchDatabase()
  const workspaceId = randomUUID()
  const asked = texts.map((text) => ({ id: newId(), text }))
  // Nothing listens, and everything happens in the one transaction that the context brings along.
  const events = { emit: async () => {}, emitWithin: async () => {} }
  const services = { events, billingOff: true } as unknown as WorkspaceServices
  const groups = await database.transaction(async (transaction) => {
    const rows = JSON.stringify(asked)
    await transaction.execute(
      sql`insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
          select ${workspaceId}::uuid, m.id, m.id, m.text, '', 'refused'
          from jsonb_to_recordset(${rows}::jsonb) as m(id uuid, text text)`,
    )
    await transaction.execute(
      sql`insert into gap_questions (workspace_id, message_id, visitor_id, asked_at)
          select workspace_id, id, id, created_at from messages where workspace_id = ${workspaceId}::uuid`,
    )
    await assignQuestions(
      operatorContext(services, transaction, workspaceId),
      encoder ? { semantic: semanticOf(encoder) } : {},
    )
    const { rows: placed } = await transaction.execute<{ message_id: string; gap_id: string }>(
      sql`select message_id, gap_id from gap_questions where workspace_id = ${workspaceId}::uuid`,
    )
    return new Map(placed.map(({ message_id, gap_id }) => [message_id, gap_id]))
  })
  await database.close()
  return asked.map(({ id }) => groups.get(id) ?? '')
}

const figure = (value: number): string => value.toFixed(3).replace(/^0/, '').padStart(7)

function printFigures(name: string, { ari, f1, precision, recall, groups }: PartitionFigures, ms: number): void {
  console.log(
    `${name.padEnd(34)}${[ari, f1, precision, recall].map(figure).join('')} ${String(groups).padStart(6)} ${ms.toFixed(1).padStart(7)}`,
  )
}

const groupTexts = (set: GroupingSet, groups: readonly string[]): string =>
  [...Map.groupBy(set.questions.keys(), (index) => groups[index]!).values()]
    .filter(({ length }) => length > 1)
    .map((indexes) =>
      indexes
        .map((index) => `${set.questions[index]!.text}  [${set.questions[index]!.answer.slice(0, 60)}]`)
        .join('\n'),
    )
    .join('\n\n')

export async function evalGrouping(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, split: { type: 'string', default: 'all' }, show: { type: 'string' } },
  })
  if (!values.data) {
    console.error('Usage: npm run eval -- grouping --data FOLDER [--split odd|even|all] [--show FILE.txt]')
    process.exit(2)
  }
  const encoder = cachedEncoder()
  const shown: string[] = []
  for (const set of loadGroupingSets(values.data, values.split as Split)) {
    const texts = set.questions.map(({ text }) => text)
    const truth = set.questions.map(({ answer }) => answer)
    console.log(`\n${set.name} (${set.lang}), ${texts.length} questions of ${new Set(truth).size} meanings`)
    console.log(`${''.padEnd(34)}    ARI     F1   prec.  recall groups ms each`)
    const measured = async (name: string, group: () => Promise<string[]> | string[]) => {
      const start = performance.now()
      const groups = await group()
      printFigures(name, partitionFigures(truth, groups), (performance.now() - start) / texts.length)
      return groups
    }
    const byMeaning = await measured(encoder ? 'words and meaning' : 'words alone', () => ownGroups(texts, encoder))
    shown.push(`### ${set.name}`, groupTexts(set, byMeaning))
    if (encoder) await measured('words alone', () => ownGroups(texts, null))
    await measured('TF-IDF + k-means, number known', () => kMeans(texts, new Set(truth).size, set.lang))
  }
  await encoder?.close()
  if (values.show) writeFileSync(values.show, `${shown.join('\n\n')}\n`)
}

// Asks a week of questions at a help center that lacks some of the answers. Prints which gaps are found and how pure
// they are, how many close when a FAQ is published for each, and which other questions are answered worse afterwards.
// npm run eval -- week --data FOLDER [--set NAME] [--show FILE.txt]. Without a name, it uses the first set of the folder.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { EMPTY_CONTENT } from '../../../src/features/faqs/contract.ts'
import { createGapFaq } from '../../../src/features/gaps/server/answer-gap.ts'
import { draftFaq } from '../../../src/features/gaps/server/draft-faq.ts'
import { gapDetails } from '../../../src/features/gaps/server/gaps.queries.ts'
import { assignQuestions } from '../../../src/features/gaps/server/index.ts'
import { verifyGap } from '../../../src/features/gaps/server/verify-gap.ts'
import { inReadTransaction } from '../../../src/features/workspaces/server/index.ts'
import { cachedEncoder } from '../cached-encoder.ts'
import { loadSets, type RetrievalSet } from '../sets.ts'
import { openScratchHelpCenter, type ScratchHelpCenter } from './scratch-help-center.ts'

const QUESTIONS = 2_000
/** Every fifth meaning is missing. */
const MISSING_STEP = 5
/** Questions between two rounds of grouping. */
const BATCH = 50
/** A gap is one of its own up to this share of other meanings, with at least half of its meaning's questions. */
const MAX_IMPURITY = 0.1
const MIN_SHARE = 0.5
const FOREIGN = '(not of this help center)'

interface Asked {
  text: string
  meaning: string
}
interface FoundGap {
  id: string
  meaning: string
  size: number
  /** Share of questions of other meanings. */
  impurity: number
  texts: Asked[]
}

/** A fixed order that looks random. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  let state = 1
  const keyed = items.map((item) => {
    state = (state * 48_271) % 2_147_483_647
    return { item, key: state }
  })
  return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item)
}

/** All questions of the set; some are asked twice until the week is full. */
function questionsOfWeek({ queries, out_of_scope: foreign }: RetrievalSet): Asked[] {
  const once = shuffled([
    ...queries.map(({ text, rel }) => ({ text, meaning: Object.keys(rel)[0] ?? '' })),
    ...foreign.map(({ text }) => ({ text, meaning: FOREIGN })),
  ])
  return shuffled([...once, ...once.slice(0, Math.max(0, QUESTIONS - once.length))]).slice(0, QUESTIONS)
}

const answerOf = (meaning: string) => `About ${meaning.replaceAll('_', ' ')}: see the page of this name.`

async function gapsOf({ context }: ScratchHelpCenter, meaningOf: ReadonlyMap<string, Asked>): Promise<FoundGap[]> {
  const rows = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ message_id: string; gap_id: string }>(
      sql`select message_id, gap_id from gap_questions where workspace_id = ${workspaceId} and gap_id is not null`,
    )
    return rows
  })
  return [...Map.groupBy(rows, ({ gap_id: id }) => id)].map(([id, placed]) => {
    const texts = placed.map(({ message_id: message }) => meaningOf.get(message)!)
    const counts = [...Map.groupBy(texts, ({ meaning }) => meaning)].toSorted(([, a], [, b]) => b.length - a.length)
    const [meaning, own] = counts[0]!
    return { id, meaning, size: texts.length, impurity: 1 - own.length / texts.length, texts }
  })
}

/** Answers to questions, right when they come from the meaning's FAQ. */
async function answersTo(center: ScratchHelpCenter, asked: readonly Asked[], faqs: ReadonlyMap<string, string>) {
  const answers: { outcome: string; isRight: boolean }[] = []
  for (const { text, meaning } of asked) {
    const { outcome, source } = await center.ask(text)
    answers.push({ outcome, isRight: source !== null && source === faqs.get(meaning) })
  }
  return answers
}

export async function evalWeek(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, set: { type: 'string' }, show: { type: 'string' } },
  })
  const [set] = values.data ? loadSets(values.data, values.set) : []
  if (!set) {
    console.error('Usage: npm run eval -- week --data FOLDER [--set NAME] [--show FILE.txt]')
    process.exit(2)
  }
  const encoder = cachedEncoder()
  const center = await openScratchHelpCenter(encoder)
  const docs = set.docs.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const missing = new Set(docs.filter((_, index) => index % MISSING_STEP === 0).map(({ id }) => id))
  const faqs = new Map<string, string>()
  for (const { id, alts, question } of docs.filter((doc) => !missing.has(doc.id))) {
    const [first = question, ...others] = alts
    const saved = await center.addFaq({ question: first, answer: answerOf(id), alternative_questions: others })
    faqs.set(id, saved.id)
  }
  await center.embed()

  const week = questionsOfWeek(set)
  const meaningOf = new Map<string, Asked>()
  const failed = new Map<string, number>()
  const wrong = new Map<string, number>()
  const { semantic } = center.answering
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (let start = 0; start < week.length; start += BATCH) {
    const batch = week.slice(start, start + BATCH)
    const answers = await answersTo(center, batch, faqs)
    const waiting = batch.flatMap((asked, index) => {
      const { outcome, isRight } = answers[index]!
      if (outcome === 'answered') {
        if (!isRight) count(wrong, asked.meaning)
        return []
      }
      count(failed, asked.meaning)
      return [{ asked, outcome }]
    })
    const ids = await center.recordFailed(waiting.map(({ asked, outcome }) => ({ text: asked.text, outcome })))
    for (const [index, id] of ids.entries()) meaningOf.set(id, waiting[index]!.asked)
    await assignQuestions(center.context, semantic ? { semantic } : {})
  }
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0)
  console.log(`${week.length} questions, ${sum(failed)} without an answer, ${sum(wrong)} answered wrongly`)

  const gaps = await gapsOf(center, meaningOf)
  const lines: string[] = []
  const chosen: FoundGap[] = []
  let own = 0
  console.log(`\n${'missing meaning'.padEnd(28)} asked failed  in gap  gaps  impurity`)
  for (const id of [...missing].sort()) {
    const asked = week.filter(({ meaning }) => meaning === id).length
    const those = gaps.filter(({ meaning }) => meaning === id).toSorted((left, right) => right.size - left.size)
    const largest = those[0]
    const inGap = largest ? largest.texts.filter(({ meaning }) => meaning === id).length : 0
    const isOwn =
      largest !== undefined && largest.impurity <= MAX_IMPURITY && inGap >= MIN_SHARE * (failed.get(id) ?? 0)
    if (isOwn) own++
    if (largest && largest.size > 1) chosen.push(largest)
    console.log(
      `${id.padEnd(28)} ${String(asked).padStart(5)} ${String(failed.get(id) ?? 0).padStart(6)} ${String(inGap).padStart(7)} ${String(those.length).padStart(5)} ${(largest ? `${Math.round(100 * largest.impurity)} %` : '–').padStart(9)}${isOwn ? '' : '  not of its own'}`,
    )
    lines.push(`### ${id}`, ...those.map(({ texts }) => texts.map((one) => `${one.text}  [${one.meaning}]`).join('\n')))
  }
  const groups = gaps.filter(({ size }) => size > 1)
  const impure = groups.filter(({ impurity }) => impurity > MAX_IMPURITY)
  console.log(`\n${own} of ${missing.size} missing meanings have a gap of their own`)
  console.log(`${gaps.length} gaps, ${groups.length} of more than one question, ${impure.length} of these impure`)
  lines.push('### impure', ...impure.map(({ texts }) => texts.map((one) => `${one.text}  [${one.meaning}]`).join('\n')))

  const others = set.queries
    .map(({ text, rel }) => ({ text, meaning: Object.keys(rel)[0] ?? '' }))
    .filter(({ meaning }) => !missing.has(meaning))
  const foreign = set.out_of_scope.map(({ text }) => ({ text, meaning: FOREIGN }))
  const before = await answersTo(center, [...others, ...foreign], faqs)
  for (const { id, meaning: named } of chosen) {
    const draft = await draftFaq(center.answering, center.context, id)
    const { question, alternative_questions } = draft
    const saved = await createGapFaq(center.context, {
      id,
      faq: { ...EMPTY_CONTENT, status: 'published', question, alternative_questions, answer: answerOf(named) },
    })
    faqs.set(named, saved.id)
  }
  await center.embed()
  const signal = new AbortController().signal
  let closed = 0
  for (const { id, meaning: named } of chosen) {
    await verifyGap(center.answering, center.context, { gapId: id, signal, withModel: false })
    const { state, verification } = await gapDetails(center.context, id)
    if (state === 'resolved') closed++
    else console.log(`stays open: ${named}, ${verification.failed} of ${verification.asked} phrasings`)
  }
  console.log(`\n${closed} of ${chosen.length} gaps closed after their FAQs were published`)
  const after = await answersTo(center, [...others, ...foreign], faqs)
  const worse = [...others, ...foreign].flatMap((asked, index) => {
    const [then, now] = [before[index]!, after[index]!]
    const isForeign = asked.meaning === FOREIGN
    const wasGood = isForeign ? then.outcome !== 'answered' : then.outcome === 'answered' && then.isRight
    const isGood = isForeign ? now.outcome !== 'answered' : now.outcome === 'answered' && now.isRight
    return wasGood && !isGood ? [{ ...asked, now: now.outcome }] : []
  })
  const taken = worse.filter(({ now }) => now === 'answered')
  console.log(
    `${others.length + foreign.length} other questions: ${taken.length} answered wrongly now, ${worse.length - taken.length} not answered any more`,
  )
  lines.push('### worse', ...worse.map(({ text, meaning: named, now }) => `${text}  [${named}] ${now}`))
  if (values.show) writeFileSync(values.show, `${lines.join('\n\n')}\n`)
  await center.close()
  await encoder?.close()
}

import { useEffect, useRef, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { COMPARED_MAX, NEAR_MAX } from '../../contract.ts'
import { FileRefusal } from '../../domain/transfer/file-table.ts'
import type { FileSummary, ImportChoices, ImportPlan } from '../../domain/transfer/import-file.ts'
import { OpenFile } from './open-file.ts'
import { type RunRecord, readRecord } from './run-record.ts'

/** Rows beyond these are not compared with what exists before the import; it looks at every one itself. */
const MAX_COMPARED = 10_000
/** Questions a call: well below the limit of a request's size. */
const COMPARED = Math.min(300, COMPARED_MAX)

export interface Existing {
  kind: 'same' | 'similar'
  question: string
}

export interface ReadFile {
  open: OpenFile
  summary: FileSummary
  choices: ImportChoices
  plan: ImportPlan
  /** Existing FAQs by the question of a row in the preview. */
  existing: ReadonlyMap<string, Existing>
  /** Number of rows whose question exists already; null while unknown. */
  same: number | null
  /** An unfinished import of this file. */
  unfinished: RunRecord | null
}

const sentence = (error: unknown) =>
  error instanceof FileRefusal ? error.message : 'This file could not be read. Please try it again.'

/** The file that was chosen, what it holds and what was chosen for it. */
export function useImportFile(workspaceId: string) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The worker of this page, unless an import has taken it over. */
  const own = useRef<OpenFile | null>(null)
  const turn = useRef(0)
  useEffect(() => () => own.current?.close(), [])

  const settle = async (open: OpenFile, summary: FileSummary, choices: ImportChoices, unfinished: RunRecord | null) => {
    const mine = ++turn.current
    const current = () => mine === turn.current
    const plan = await open.plan(choices)
    if (!current()) return
    setFile({ open, summary, choices, plan, existing: new Map(), same: null, unfinished })
    try {
      await compare(open, plan, (known) => current() && setFile((now) => now && { ...now, ...known }), current)
    } catch {
      // Only a hint is missing: the import says of each row what exists.
    }
  }
  const within = async (work: () => Promise<void>) => {
    setReading(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(sentence(error))
    } finally {
      setReading(false)
    }
  }

  const read = async (chosen: File) => {
    turn.current++
    own.current?.close()
    setFile(null)
    const open = new OpenFile(chosen)
    own.current = open
    let summary = await open.read(chosen)
    const record = readRecord(workspaceId)
    const unfinished = record?.fingerprint === open.fingerprint ? record : null
    if (unfinished && unfinished.headed !== summary.headed) summary = await open.withHead(unfinished.headed)
    const choices = unfinished?.choices ?? { mapping: summary.guessed, status: 'draft', onDuplicate: 'skip' }
    await settle(open, summary, choices, unfinished)
  }

  return {
    file,
    reading,
    refusal,
    choose: (chosen: File) => void within(() => read(chosen)),
    /** Reads the questions and answers of a source of the Knowledge Base. */
    chooseSource: (id: string) =>
      void within(async () => {
        const { fileOfSource } = await import('./file-of-source.ts')
        await read(await fileOfSource(id))
      }),
    setHeaded: (headed: boolean) =>
      void within(async () => {
        if (!file) return
        const summary = await file.open.withHead(headed)
        await settle(file.open, summary, { ...file.choices, mapping: summary.guessed }, null)
      }),
    setChoices: (choices: Partial<ImportChoices>) =>
      void within(async () => {
        if (file) await settle(file.open, file.summary, { ...file.choices, ...choices }, file.unfinished)
      }),
    /** The import takes the file over: leaving the page does not end it. */
    release: () => {
      turn.current++
      own.current = null
    },
    forget: () => {
      turn.current++
      own.current?.close()
      own.current = null
      setFile(null)
      setRefusal(null)
    },
  }
}

/** Looks at the first rows closely, and at the others for the same questions. */
async function compare(
  open: OpenFile,
  plan: ImportPlan,
  onKnown: (known: Partial<ReadFile>) => void,
  current: () => boolean,
): Promise<void> {
  const first = plan.preview
    .flatMap(({ problem, question }) => (problem ? [] : [question.slice(0, 500)]))
    .slice(0, NEAR_MAX)
  if (first.length > 0) {
    const { items } = await client.faqs.compare({ questions: first })
    const existing = new Map(
      items.flatMap(({ same, similar }, index): [string, Existing][] => {
        const question = first[index] ?? ''
        if (same) return [[question, { kind: 'same', question: same.question }]]
        return similar ? [[question, { kind: 'similar', question: similar.question }]] : []
      }),
    )
    if (current()) onKnown({ existing })
  }
  let same = 0
  for (let from = 0; from < Math.min(plan.rows, MAX_COMPARED) && current(); from += COMPARED) {
    const questions = await open.questions(from, COMPARED)
    // More than are looked at closely, which would take long for all rows.
    const asked = questions.map((question) => question.slice(0, 500))
    if (asked.length === 0) continue
    const padded =
      asked.length > NEAR_MAX ? asked : [...asked, ...Array.from({ length: NEAR_MAX + 1 - asked.length }, () => '')]
    const { items } = await client.faqs.compare({ questions: padded })
    same += items.filter((item) => item.same).length
  }
  if (current()) onKnown({ same })
}

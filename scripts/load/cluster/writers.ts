// Members write FAQs and notes, and visitors ask, vote and leave their address, at a bounded rate. What was acknowledged is
// noted, and compared at the end with what is there.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeMessageReference } from '../../../src/features/questions/domain/message-reference.ts'
import type { BenchWorkspace } from '../../bench/stage.ts'
import { noWrites, sendUntilAnswered, type WriteCounts } from './persistent-request.ts'

const MEMBERS = 3
const VISITORS = 3
/** Between two rounds of a writer, in milliseconds. A round is three writes. */
const ROUND_MS = 700

interface Place {
  url: string
  workspace: BenchWorkspace
}

interface Noted {
  /** Answers by question. */
  faqs: Map<string, string>
  /** Questions of visitors by their id, with the address that was left. */
  questions: Map<string, { question: string; email: string }>
  /** Texts of notes with the id of their question. */
  notes: Map<string, string>
}

export interface Writers {
  /** The counts since the last call. */
  takeCounts(): WriteCounts
  /** Ends the writing, and waits for every request under way. */
  stop(): Promise<void>
  /** Compares what was acknowledged with what is there. @returns sentences about what differs, and the totals */
  compare(): Promise<{ problems: string[]; totals: string }>
}

interface Details {
  question: string
  vote: string | null
  visitor_email: string | null
  notes: { text: string }[]
}

export function startWriters({ url, workspace }: Place): Writers {
  const authorization = `Bearer ${workspace.api_key}`
  const noted: Noted = { faqs: new Map(), questions: new Map(), notes: new Map() }
  let counts = noWrites()
  let isRunning = true
  let number = 0

  const asMember = (method: string, path: string, body: object) =>
    sendUntilAnswered(() => counts, `${url}/api/v1${path}`, {
      method,
      headers: { authorization, ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) },
      body,
    })
  const asVisitor = (path: string, body: object) =>
    sendUntilAnswered(() => counts, `${url}/api/v1/public${path}`, { method: 'POST', headers: {}, body })

  async function memberRound(): Promise<void> {
    const own = ++number
    const question = `What is yarn ${own}?`
    const answer = `It is yarn ${own}.`
    const made = await asMember('POST', '/faqs', { question, answer: 'It is spun.', status: 'published' })
    if (!made) return
    noted.faqs.set(question, 'It is spun.')
    const { id } = (made.body ?? {}) as { id?: string }
    if (id && (await asMember('PATCH', `/faqs/${id}`, { answer }))) noted.faqs.set(question, answer)
    const [asked] = [...noted.questions.keys()].slice(-1)
    const text = `Note ${own}.`
    if (asked && (await asMember('POST', `/questions/${asked}/notes`, { text }))) noted.notes.set(text, asked)
  }

  async function visitorRound(): Promise<void> {
    const own = ++number
    const question = `How is yarn ${own} washed?`
    const email = `visitor-${own}@example.test`
    const { subdomain } = workspace
    const asked = await asVisitor('/ask', { subdomain, question, conversation_id: randomUUID() })
    if (!asked) return
    const { message_id } = asked.body as { message_id: string }
    const voted = await asVisitor('/feedback', { message_id, vote: 'up' })
    const handed = await asVisitor('/handoff', { message_id, email })
    const id = decodeMessageReference(message_id)?.messageId
    if (id && voted && handed) noted.questions.set(id, { question, email })
  }

  const write = async (round: () => Promise<void>) => {
    while (isRunning) {
      const next = pause(ROUND_MS)
      await round()
      await next
    }
  }
  const writing = Promise.all([
    ...Array.from({ length: MEMBERS }, () => write(memberRound)),
    ...Array.from({ length: VISITORS }, () => write(visitorRound)),
  ])

  async function read<T>(path: string): Promise<T> {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization } })
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  async function all<T>(path: string): Promise<T[]> {
    const found: T[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: T[]; next_cursor: string | null } = await read(
        `${path}?limit=200${cursor && `&cursor=${cursor}`}`,
      )
      found.push(...page.items)
      cursor = page.next_cursor
    }
    return found
  }

  return {
    takeCounts() {
      const taken = counts
      counts = noWrites()
      return taken
    },
    async stop() {
      isRunning = false
      await writing
    },
    async compare() {
      const problems: string[] = []
      const expectOne = (what: string, found: number) => {
        if (found !== 1) problems.push(`${what} is there ${found} times`)
      }
      const faqs = Map.groupBy(await all<{ question: string; answer: string }>('/faqs'), ({ question }) => question)
      for (const [question, answer] of noted.faqs) {
        const same = faqs.get(question) ?? []
        expectOne(`The FAQ “${question}”`, same.length)
        if (same[0] && same[0].answer !== answer) problems.push(`The change of “${question}” is lost`)
      }
      const asked = await all<{ id: string; question: string }>('/questions')
      const notes = new Map<string, number>()
      for (const [id, { question, email }] of noted.questions) {
        expectOne(`The question “${question}”`, asked.filter((one) => one.id === id).length)
        const details = await read<Details>(`/questions/${id}`)
        if (details.vote !== 'up') problems.push(`The vote on “${question}” is lost`)
        if (details.visitor_email !== email) problems.push(`The address left with “${question}” is lost`)
        for (const { text } of details.notes) notes.set(text, (notes.get(text) ?? 0) + 1)
      }
      for (const text of noted.notes.keys()) expectOne(`The note “${text}”`, notes.get(text) ?? 0)
      const texts = Map.groupBy(asked, ({ question }) => question)
      const twice = [...noted.questions.values()].filter(({ question }) => (texts.get(question)?.length ?? 0) > 1)
      const totals = `${noted.faqs.size} FAQs, ${noted.questions.size} questions with a vote and an address, ${noted.notes.size} notes; ${twice.length} repeated questions were stored twice`
      return { problems, totals }
    },
  }
}

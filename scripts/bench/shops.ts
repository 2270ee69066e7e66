// Many workspaces on one PostgreSQL, visited as they are in life: the workspace of rank r 1/r as often as the first.
import pg from 'pg'
import { call } from './bench-faqs.ts'
import { copyName, copyWorkspaces } from './many-workspaces.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, BenchWorkspace } from './stage.ts'

/** Each of five words. */
const PIECES_AN_ANSWER = 10
/** Numbers of workspaces with that many FAQs each; the busiest first. */
export type ShopSizes = readonly { workspaces: number; faqs: number }[]

export type Shop = { subdomain: string; asked: string[] }

/** A number from 0 to 1 after the other, the same at every call. */
function numbers(): () => number {
  let seed = 20_011
  return () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

/** Picks ranks from 0, each 1/(rank + 1) as often as the first. */
export function skewed(count: number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  const next = numbers()
  return () => {
    const position = next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Texts of the questions' common words, and none that only one has. */
function answersFor(count: number): string[] {
  const pieces = vocabularyQuestions(count * PIECES_AN_ANSWER).map((text) => text.split(' ').slice(1, 6).join(' '))
  return Array.from({ length: count }, (_, index) =>
    pieces.slice(index * PIECES_AN_ANSWER, (index + 1) * PIECES_AN_ANSWER).join(', '),
  )
}

/** Every workspace by its rank, made through the product's own procedures once for each size, and copied from there. */
export async function makeShops(
  app: BenchApp,
  databaseUrl: string,
  sizes: ShopSizes,
): Promise<{ shops: Shop[]; first: BenchWorkspace }> {
  const shops: Shop[] = []
  const made: { workspace: BenchWorkspace; copies: number }[] = []
  let copied = 0
  for (const { workspaces, faqs } of sizes) {
    const workspace = await app.createWorkspace(`Bench ${faqs}`)
    const questions = vocabularyQuestions(faqs)
    const answers = answersFor(faqs)
    const items = questions.map((question, index) => ({ question, answer: answers[index] ?? '', status: 'published' }))
    await call(app, workspace, 'POST', '/faqs/import', { items, on_duplicate: 'create' })
    const asked = visitorQuestions(questions, Math.min(3 * faqs, 3_000))
    shops.push({ subdomain: workspace.subdomain, asked })
    for (let n = 1; n < workspaces; n++) shops.push({ subdomain: copyName(copied + n), asked })
    copied += workspaces - 1
    made.push({ workspace, copies: workspaces - 1 })
  }
  await untilQuiet(app.url)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const templates = made.map(({ workspace, copies }) => ({ workspaceId: workspace.workspace_id, copies }))
  await copyWorkspaces(client, templates).finally(() => client.end())
  return { shops, first: made[0]!.workspace }
}

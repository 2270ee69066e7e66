// Content that visitors must not see: of each kind one piece, which is visible first, so that its real address is asked
// for after it was hidden.
import { expect } from '@playwright/test'
import { type Reply, restOf, send, type Tenant } from '../network/http-client.ts'

const FAQS = ['draft', 'archived', 'trashed', 'foreign'] as const
const SOURCES = ['internal', 'quoted', 'deleted', 'foreignsource'] as const
export type Subject = (typeof FAQS)[number] | (typeof SOURCES)[number]
export const SUBJECTS: readonly Subject[] = [...FAQS, ...SOURCES]
export const isFaq = (subject: Subject) => (FAQS as readonly Subject[]).includes(subject)

/** Words that only this content has. */
export const titleWord = (subject: Subject) => `zephyr${subject}title`
export const textWord = (subject: Subject) => `zephyr${subject}text`
export const categoryWord = (subject: Subject) => `Zephyr${subject}topics`
export const questionOf = (subject: Subject) => `How often is the ${titleWord(subject)} loom oiled?`
export const answerOf = (subject: Subject) => `The loom is oiled with ${textWord(subject)} twice a year.`

export const textOf = ({ body }: Reply) => (typeof body === 'string' ? body : JSON.stringify(body))
const pageOf = (app: { url: string }, { subdomain }: Tenant, path: string) => `${app.url}/faq/${subdomain}${path}`

async function addContent(app: { url: string }, tenant: Tenant, subject: Subject): Promise<string> {
  const rest = restOf(app, tenant)
  if (isFaq(subject)) {
    const words = { question: questionOf(subject), answer: answerOf(subject), category: categoryWord(subject) }
    const { status, body } = await rest('/faqs', { body: { ...words, status: 'published' } })
    expect(status, subject).toBeLessThan(300)
    return (body as { id: string }).id
  }
  const item = { title: `The ${titleWord(subject)} loom`, content: answerOf(subject) }
  const [id = ''] = ((await rest('/texts', { body: { items: [item] } })).body as { ids: string[] }).ids
  await rest(`/sources/${id}`, { method: 'PATCH', body: { visibility: 'open', is_listed: true } })
  return id
}

/** Last part of the content's address, as llms.txt lists it. */
export async function slugOf(app: { url: string }, tenant: Tenant, subject: Subject): Promise<string> {
  const pattern = new RegExp(`/([^/\\s()]*${titleWord(subject)}[^/\\s()]*)\\.md`)
  let slug: string | undefined
  await expect
    .poll(async () => {
      slug = pattern.exec(textOf(await send(pageOf(app, tenant, '/llms.txt'))))?.[1]
      return slug
    }, subject)
    .toBeTruthy()
  return slug ?? ''
}

const HIDE: Partial<Record<Subject, (id: string) => [path: string, call: { method: string; body?: object }]>> = {
  draft: (id) => [`/faqs/${id}`, { method: 'PATCH', body: { status: 'draft' } }],
  archived: (id) => [`/faqs/${id}`, { method: 'PATCH', body: { status: 'archived' } }],
  trashed: (id) => [`/faqs/${id}`, { method: 'DELETE' }],
  internal: (id) => [`/sources/${id}`, { method: 'PATCH', body: { visibility: 'internal' } }],
  quoted: (id) => [`/sources/${id}`, { method: 'PATCH', body: { visibility: 'quoted' } }],
  deleted: (id) => [`/sources/${id}`, { method: 'DELETE' }],
}

/** Content of each subject by its id and the last part of its address. */
export type HiddenContent = Map<Subject, { id: string; slug: string }>

/** Creates the content in two workspaces, opens each page, and then hides everything from the visitors of `mine`. */
export async function createHiddenContent(
  app: { url: string },
  { mine, other }: { mine: Tenant; other: Tenant },
): Promise<HiddenContent> {
  const known: HiddenContent = new Map()
  for (const subject of SUBJECTS) {
    const tenant = subject.startsWith('foreign') ? other : mine
    const id = await addContent(app, tenant, subject)
    const slug = await slugOf(app, tenant, subject)
    known.set(subject, { id, slug })
    const page = isFaq(subject) ? `/${slug}` : `/sources/${slug}`
    for (const path of [page, `${page}.md`]) {
      const shown = await send(pageOf(app, tenant, path))
      expect(textOf(shown), `${subject} is visible at ${path} before`).toContain(textWord(subject))
    }
  }
  for (const subject of SUBJECTS) {
    const [path, request] = HIDE[subject]?.(known.get(subject)?.id ?? '') ?? []
    if (path === undefined || request === undefined) continue
    expect((await restOf(app, mine)(path, request)).status, subject).toBeLessThan(300)
  }
  return known
}

import { beforeAll, describe, expect, it } from 'vitest'
import { createLoopInbox, type LoopInbox } from '../../../../../tests/support/loop.ts'
import { createWorld, faqInput, type World } from '../../../../../tests/support/world.ts'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { Generate } from '../../../answering/server/index.ts'
import { createFaq, updateFaq } from '../../../faqs/server/index.ts'
import { createTexts, type MarkedFaq } from '../../../knowledge/server/index.ts'
import { jobContext } from '../../../workspaces/server/index.ts'
import { suggestFaqs } from './create-suggestions.ts'
import { listSuggestions } from './list-suggestions.ts'
import { acceptEdited, acceptSuggestions, dismissSuggestions, restoreSuggestions } from './settle-suggestions.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const never = new AbortController().signal

/** A workspace with its owner and the finding of FAQs, run by hand. */
async function team(o: { generate?: Generate; freeAccess?: boolean } = {}) {
  const inbox = await createLoopInbox(world, o)
  const owner = o.freeAccess === false ? await world.person() : inbox.userId
  const workspaceId = o.freeAccess === false ? (await world.workspace(owner)).id : inbox.id
  const ctx = await world.as(owner, workspaceId, 'faq.write')
  const job = jobContext(world.services, workspaceId)
  return {
    id: workspaceId,
    ctx,
    services: inbox.services as LoopInbox['services'],
    write: async (title: string, content: string) => (await createTexts(ctx, [{ title, content }]))[0]!,
    look: () => suggestFaqs(inbox.services, job, never),
    offered: () => listSuggestions(ctx),
    asked: async () => (await listSuggestions(ctx)).items.map(({ question }) => question),
    rows: (sql: string) => systemTransaction(world.db, async (tx) => (await tx.execute(sql)).rows),
    count: (table: string, where = 'true') => world.count(table, `workspace_id = '${workspaceId}' and (${where})`),
  }
}
type Team = Awaited<ReturnType<typeof team>>

const HELP = '# Help\n\n## Do you ship abroad?\n\nYes, to Norway.\n\n## Is the wool washable?\n\nAt 30 degrees.'
/** What differs in more than a number, so that none repeats another. */
const THINGS =
  'kettle lamp carpet mirror drawer wheel bottle ladder jacket violin anchor basket candle dragon engine feather garden hammer island jungle kitchen lantern mountain needle orange pencil quilt rocket saddle turbine'.split(
    ' ',
  )
const manyQuestions = (n: number) =>
  THINGS.slice(0, n)
    .map((thing) => `## Who invented the ${thing}?\n\nThe ${thing} was invented by us.`)
    .join('\n\n')

/** As a page is kept once it has been read. */
async function page(team: Team, o: { title: string; content: string; marked?: MarkedFaq[] }) {
  const id = newId()
  const marked = o.marked ? `'${JSON.stringify(o.marked).replaceAll("'", "''")}'` : 'null'
  await team.rows(
    `insert into sources (workspace_id, id, kind, title, url, content, content_hash, marked_faqs, state)
     values ('${team.id}', '${id}', 'website', '${o.title}', 'https://acme.example/${id}', '${o.content}', '${id}', ${marked}, 'ready')`,
  )
  return id
}

describe('what is offered', () => {
  it('is what the sources ask and answer, with where it stands; marked FAQs first', async () => {
    const acme = await team()
    const text = await acme.write('Care', HELP)
    const marked = [{ kind: 'markup' as const, question: 'Can I return it?', answer: 'Within 30 days.' }]
    const at = await page(acme, { title: 'FAQ', content: 'Our questions.', marked })
    expect((await acme.offered()).items).toEqual([])
    await acme.look()
    expect(await acme.offered()).toEqual({
      waiting: 0,
      items: [
        {
          id: expect.any(String),
          kind: 'markup',
          question: 'Can I return it?',
          answer: 'Within 30 days.',
          source: { id: at, title: 'FAQ', url: `https://acme.example/${at}` },
          left_out: 0,
        },
        expect.objectContaining({ kind: 'heading', question: 'Do you ship abroad?', answer: 'Yes, to Norway.' }),
        expect.objectContaining({
          question: 'Is the wool washable?',
          source: { id: text, title: 'Care', url: null },
        }),
      ],
    })
  })

  it('is twenty at a time; what waits moves up', async () => {
    const acme = await team()
    await acme.write('Inventions', manyQuestions(27))
    await acme.look()
    const first = await acme.offered()
    expect(first.items).toHaveLength(20)
    expect(first.waiting).toBe(7)
    await dismissSuggestions(
      acme.ctx,
      first.items.slice(0, 5).map(({ id }) => id),
    )
    await acme.look()
    expect(await acme.offered()).toMatchObject({ items: { length: 20 }, waiting: 2 })
    expect(await acme.count('suggested_faqs', "state = 'offered'")).toBe(20)
  })

  it('is nothing that a FAQ asks already, in other words too, until that FAQ goes', async () => {
    const acme = await team()
    const faq = await createFaq(acme.ctx, faqInput({ question: 'Can the wool be washed?' }))
    await createFaq(acme.ctx, faqInput({ question: 'do you ship abroad', status: 'draft' }))
    await acme.write('Care', HELP.replace('Is the wool washable?', 'Can I wash the wool?'))
    await acme.look()
    expect(await acme.asked()).toEqual([])
    await updateFaq(acme.ctx, { id: faq.id, status: 'archived' })
    await acme.look()
    expect(await acme.asked()).toEqual(['Can I wash the wool?'])
  })

  it('is withdrawn when somebody writes that FAQ', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    await createFaq(acme.ctx, faqInput({ question: 'Do you ship abroad?' }))
    await acme.look()
    expect(await acme.asked()).toEqual(['Is the wool washable?'])
  })

  it('is each question once, wherever it stands, and the other page takes over', async () => {
    const acme = await team()
    const first = await page(acme, { title: 'One', content: '## Do you ship abroad?\n\nYes.' })
    await page(acme, { title: 'Two', content: '## do you ship abroad\n\nTo Peru.\n\n## Can you ship abroad?\n\nSure.' })
    await acme.look()
    expect((await acme.offered()).items.map(({ answer }) => answer)).toEqual(['Yes.'])
    await acme.rows(`delete from sources where id = '${first}'`)
    await acme.look()
    expect(await acme.offered()).toMatchObject({ items: [{ answer: 'To Peru.' }] })
  })

  it('in ten languages at once, each by its own words', async () => {
    const acme = await team()
    const asked = [
      'Do you ship abroad?',
      'Wie lange dauert der Versand?',
      '¿Cuánto cuesta el envío?',
      'Comment annuler ma commande ?',
      'Posso pagare con carta?',
      'Hoe retourneer ik mijn bestelling?',
      'Vocês entregam aos domingos?',
      'Как вернуть товар?',
      '返品できますか？',
      'هل تشحنون يوم الجمعة؟',
    ]
    await acme.write('Hilfe', asked.map((question) => `## ${question}\n\n42 ✓ ok`).join('\n\n'))
    await acme.look()
    expect((await acme.asked()).toSorted()).toEqual(asked.toSorted())
  })
})

describe('when a page changes', () => {
  it('its suggestions follow: the answer, the question, and what it no longer says', async () => {
    const acme = await team()
    const at = await page(acme, { title: 'FAQ', content: HELP })
    await acme.look()
    const [kept] = (await acme.offered()).items
    const says = (content: string) =>
      acme.rows(`update sources set content = '${content}', content_hash = '${newId()}' where id = '${at}'`)
    await says('## Do you ship abroad?\n\nTo Peru as well.\n\n## Is it blue?\n\nGreen.')
    await acme.look()
    expect((await acme.offered()).items).toMatchObject([
      { id: kept?.id, question: 'Do you ship abroad?', answer: 'To Peru as well.' },
      { question: 'Is it blue?' },
    ])
    await says('Nothing is asked here.')
    await acme.look()
    expect(await acme.asked()).toEqual([])
  })

  it('or is excluded, they go', async () => {
    const acme = await team()
    const at = await page(acme, { title: 'FAQ', content: HELP })
    await acme.look()
    await acme.rows(`update sources set state = 'excluded', content = null, content_hash = null where id = '${at}'`)
    expect(await acme.asked()).toEqual([])
    await acme.look()
    expect(await acme.count('suggested_faqs')).toBe(0)
  })

  it('what was dismissed stays so, though the page went and came back, and says it a little otherwise', async () => {
    const acme = await team()
    const at = await page(acme, { title: 'FAQ', content: '## Do you ship abroad?\n\nYes.' })
    await acme.look()
    const [one] = (await acme.offered()).items
    expect(await dismissSuggestions(acme.ctx, [one!.id])).toBe(1)
    expect(await dismissSuggestions(acme.ctx, [one!.id])).toBe(0)
    await acme.rows(`delete from sources where id = '${at}'`)
    await acme.look()
    await page(acme, { title: 'FAQ', content: '## Do you ship abroad?\n\nYes!\n\n## Can you ship abroad?\n\nWe can.' })
    await acme.look()
    expect(await acme.asked()).toEqual([])
  })
})

describe('what a person does with it', () => {
  it('accepting makes FAQs as they were chosen to be', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    const [first, second] = (await acme.offered()).items
    const { faq_ids } = await acceptSuggestions(acme.ctx, { ids: [first!.id], status: 'published' })
    expect(
      await acme.count('faqs', `id = '${faq_ids[0]}' and status = 'published' and answer = 'Yes, to Norway.'`),
    ).toBe(1)
    await acceptEdited(acme.ctx, { id: second!.id, faq: faqInput({ question: 'Washing wool?', status: 'draft' }) })
    expect(await acme.count('faqs', "question = 'Washing wool?' and status = 'draft'")).toBe(1)
    await acme.look()
    expect(await acme.offered()).toEqual({ items: [], waiting: 0 })
    await expect(acceptSuggestions(acme.ctx, { ids: [first!.id], status: 'draft' })).rejects.toMatchObject({
      code: 'suggestion.not_found',
    })
    await expect(acceptEdited(acme.ctx, { id: second!.id, faq: faqInput() })).rejects.toMatchObject({
      code: 'suggestion.not_found',
    })
  })

  it('accepting the same twice at once makes one FAQ', async () => {
    const acme = await team()
    await acme.write('Care', '## Do you ship abroad?\n\nYes.')
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    const results = await Promise.allSettled([1, 2].map(() => acceptSuggestions(acme.ctx, { ids, status: 'draft' })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await acme.count('faqs')).toBe(1)
  })

  it('accepting all stops at the plan’s limit, and says how many are left', async () => {
    const acme = await team({ freeAccess: false })
    await acme.write('Inventions', manyQuestions(6))
    for (let i = 0; i < 46; i++) await createFaq(acme.ctx, faqInput({ question: `Number ${i}?`, status: 'draft' }))
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    expect(ids).toHaveLength(6)
    const done = await acceptSuggestions(acme.ctx, { ids, status: 'draft' })
    expect(done).toMatchObject({ faq_ids: { length: 4 }, left: 2, limit: 50 })
    expect(await acme.asked()).toHaveLength(2)
    await expect(acceptSuggestions(acme.ctx, { ids, status: 'draft' })).rejects.toMatchObject({ code: 'limit.faqs' })
    expect(await acme.count('faqs')).toBe(50)
  })

  it('dismissing all can be taken back', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    const ids = (await acme.offered()).items.map(({ id }) => id)
    await dismissSuggestions(acme.ctx, ids)
    expect(await acme.asked()).toEqual([])
    expect(await restoreSuggestions(acme.ctx, ids)).toBe(2)
    expect((await acme.offered()).items.map(({ id }) => id)).toEqual(ids)
    await acme.look()
    expect((await acme.offered()).items.map(({ id }) => id)).toEqual(ids)
  })
})

describe('a model', () => {
  const TEXT = 'Parcels leave on Mondays. The kettle is made of copper and boils a litre in two minutes.'
  /** Says one thing when it is to find questions, another when it is to answer one. */
  const model = (answer: string, questions = 'When do parcels leave?\nWhat is the kettle made of?'): Generate =>
    async function* ({ system }) {
      yield system.startsWith('You read a text') ? questions : answer
    }

  it('finds questions in texts that state none; what no source supports is not in the answer, and said', async () => {
    const acme = await team({ generate: model('Parcels leave on Mondays [1]. You get a free bicycle with each [1].') })
    await acme.write('Parcels', TEXT)
    await acme.look()
    const { items } = await acme.offered()
    expect(items[0]).toMatchObject({
      kind: 'model',
      question: 'When do parcels leave?',
      answer: 'Parcels leave on Mondays.',
      left_out: 1,
      source: { title: 'Parcels' },
    })
    expect(JSON.stringify(items)).not.toContain('bicycle')
  })

  it('that invents all of it, refuses, or fails offers nothing', async () => {
    for (const generate of [
      model('You get a free bicycle [1]. Call 555-1234 [1].'),
      model('NOT_IN_PASSAGES'),
      model('x', 'I cannot do that.'),
    ]) {
      const acme = await team({ generate })
      await acme.write('Parcels', TEXT)
      await acme.look()
      expect(await acme.asked()).toEqual([])
    }
  })

  it('is shown each text once, and not where there is enough on offer', async () => {
    let shown = 0
    const generate: Generate = async function* ({ system }) {
      if (system.startsWith('You read a text')) shown++
      yield 'NOT_IN_PASSAGES'
    }
    const acme = await team({ generate })
    await acme.write('Parcels', TEXT)
    await acme.look()
    await acme.look()
    expect(shown).toBe(1)
    const full = await team({ generate })
    await full.write('Inventions', manyQuestions(25))
    await full.look()
    expect(shown).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { addPage, createSuggestionTeam, HELP, manyQuestions } from '../../../../tests/support/content/suggestions.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { dismissSuggestions } from './settle-suggestions.ts'

const testContext = await createTestContext()
const team = () => createSuggestionTeam(testContext)

describe('the list of suggestions', () => {
  it('contains the questions and answers of sources with their location, marked FAQs first', async () => {
    const acme = await team()
    const text = await acme.write('Care', HELP)
    const marked = [{ kind: 'markup' as const, question: 'Can I return it?', answer: 'Within 30 days.' }]
    const at = await addPage(acme, { title: 'FAQ', content: 'Our questions.', marked })
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

  it('contains twenty at a time, followed by waiting ones', async () => {
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

  it('contains no question that a FAQ asks in any words, until that FAQ is deleted', async () => {
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

  it('drops a suggestion when a member writes that FAQ', async () => {
    const acme = await team()
    await acme.write('Care', HELP)
    await acme.look()
    await createFaq(acme.ctx, faqInput({ question: 'Do you ship abroad?' }))
    await acme.look()
    expect(await acme.asked()).toEqual(['Is the wool washable?'])
  })

  it('contains each question once across all pages, with another page as a replacement', async () => {
    const acme = await team()
    const first = await addPage(acme, { title: 'One', content: '## Do you ship abroad?\n\nYes.' })
    await addPage(acme, {
      title: 'Two',
      content: '## do you ship abroad\n\nTo Peru.\n\n## Can you ship abroad?\n\nSure.',
    })
    await acme.look()
    expect((await acme.offered()).items.map(({ answer }) => answer)).toEqual(['Yes.'])
    await acme.rows(`delete from sources where id = '${first}'`)
    await acme.look()
    expect(await acme.offered()).toMatchObject({ items: [{ answer: 'To Peru.' }] })
  })

  it('works in ten languages, each with its own words', async () => {
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

describe('after a change of a page', () => {
  it('suggestions are updated: answer, question, and removal', async () => {
    const acme = await team()
    const at = await addPage(acme, { title: 'FAQ', content: HELP })
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

  it('suggestions are removed when the page is excluded', async () => {
    const acme = await team()
    const at = await addPage(acme, { title: 'FAQ', content: HELP })
    await acme.look()
    await acme.rows(`update sources set state = 'excluded', content = null, content_hash = null where id = '${at}'`)
    expect(await acme.asked()).toEqual([])
    await acme.look()
    expect(await acme.count('suggested_faqs')).toBe(0)
  })

  it('dismissed suggestions stay dismissed, even if the page was removed, restored and slightly changed', async () => {
    const acme = await team()
    const at = await addPage(acme, { title: 'FAQ', content: '## Do you ship abroad?\n\nYes.' })
    await acme.look()
    const [one] = (await acme.offered()).items
    expect(await dismissSuggestions(acme.ctx, [one!.id])).toBe(1)
    expect(await dismissSuggestions(acme.ctx, [one!.id])).toBe(0)
    await acme.rows(`delete from sources where id = '${at}'`)
    await acme.look()
    await addPage(acme, {
      title: 'FAQ',
      content: '## Do you ship abroad?\n\nYes!\n\n## Can you ship abroad?\n\nWe can.',
    })
    await acme.look()
    expect(await acme.asked()).toEqual([])
  })
})

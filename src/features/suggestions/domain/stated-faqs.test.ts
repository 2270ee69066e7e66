import { describe, expect, it } from 'vitest'
import { toAnswerText } from './answer-text.ts'
import { isQuestion } from './question-detection.ts'
import { statedFaqs } from './stated-faqs.ts'

const found = (markdown: string) => statedFaqs(markdown).map(({ kind, question, answer }) => [kind, question, answer])

describe('a question in a text', () => {
  it.each([
    'Do you ship abroad?',
    'How to clean the sensor',
    'How do I reset my password',
    'What is covered',
    '3. Can I return it?',
    'Q: Can I return it?',
    'Wie lange dauert der Versand?',
    'Wie kann ich kündigen',
    '¿Cuánto cuesta?',
    'Comment annuler ma commande',
    'Как вернуть товар',
    '返品できますか？',
    'هل تشحنون إلى الخارج؟',
    'Πόσο κοστίζει;',
    'Do you ship to the U.S. as well?',
  ])('is recognized in: %s', (text) => expect(isQuestion(text.replace(/;$/u, '\u037e'))).toBe(true))

  it.each([
    'Shipping',
    'Returns and refunds',
    'Questions?',
    'Any questions?',
    'Still have questions?',
    'Do you have any questions?',
    'Need help?',
    'Was this helpful?',
    'Noch Fragen?',
    'Des questions ?',
    '¿Tienes preguntas?',
    'Hulp nodig?',
    'We ship on Mondays. Is that early enough? Then order now.',
    'How it works.',
    'Shown to you',
    '?',
    `Is this ${'very '.repeat(80)}long?`,
  ])('is not recognized in: %s', (text) => expect(isQuestion(text)).toBe(false))
})

describe('headings as questions', () => {
  it('include the text below them up to the next heading of the same level', () => {
    expect(
      found('# Help\n\nWelcome.\n\n## Do you ship abroad?\n\nYes.\n\n- To Norway\n- To Peru\n\n## Imprint\n\nAcme.'),
    ).toEqual([['heading', 'Do you ship abroad?', 'Yes.\n\n- To Norway\n- To Peru']])
  })

  it('include the text of lower headings, unless those are questions', () => {
    expect(
      found('## How do returns work?\n\nEasily.\n\n### Within 30 days\n\nFree.\n\n### Who pays the postage?\n\nWe do.'),
    ).toEqual([
      ['heading', 'How do returns work?', 'Easily.\n\n**Within 30 days**\n\nFree.'],
      ['heading', 'Who pays the postage?', 'We do.'],
    ])
  })

  it('are ignored without a text or in code', () => {
    expect(found('# Frequently asked questions\n\n## Where are we?\n\n## Shipping\n\nDaily.')).toEqual([])
    expect(found('```\n# how to build?\nmake\n```\n\nText.')).toEqual([])
  })

  it('lose their numbers', () => {
    expect(found('### 2) What is a weave?\nThreads.')).toEqual([['heading', 'What is a weave?', 'Threads.']])
  })
})

describe('lists of questions', () => {
  it('may be marked with Q and A, over several lines', () => {
    expect(found('Q: Is it washable?\nA: Yes, at 30 degrees.\nBy hand.\n\nQ2: Is it wool?\n\nA: Merino.')).toEqual([
      ['list', 'Is it washable?', 'Yes, at 30 degrees.\nBy hand.'],
      ['list', 'Is it wool?', 'Merino.'],
    ])
  })

  it('may consist of items that ask and answer', () => {
    expect(found('- Do you deliver? Yes, daily.\n- Is it free?\n  From 50 euro on.')).toEqual([
      ['list', 'Do you deliver?', 'Yes, daily.'],
      ['list', 'Is it free?', 'From 50 euro on.'],
    ])
    expect(found('- Milk\n- Do you need more? Ask us.\n- Bread')).toEqual([])
  })

  it('are ignored when they only link to answers elsewhere', () => {
    expect(found('- Do you deliver?\n- Is it free?\n- Can I pay by card?')).toEqual([])
  })

  it('may consist of at least three paragraphs', () => {
    const three = 'Is it warm?\n\nVery.\n\nIs it light?\n\nYes: 200 g.\n\nEven wet.\n\nIs it blue?\n\nOr green.'
    expect(found(three)).toEqual([
      ['list', 'Is it warm?', 'Very.'],
      ['list', 'Is it light?', 'Yes: 200 g.\n\nEven wet.'],
      ['list', 'Is it blue?', 'Or green.'],
    ])
    expect(found('Are you tired of cold feet?\n\nBuy our socks.\n\nWhy wait?\n\nOrder now.')).toEqual([])
  })

  it('may consist of paragraphs that contain question and answer', () => {
    expect(
      found('Is it warm?\nVery.\n\nIs it light?\nYes.\n\nIs it blue?\nNo.').map(([, question]) => question),
    ).toEqual(['Is it warm?', 'Is it light?', 'Is it blue?'])
  })
})

describe('structured data', () => {
  it('takes precedence, with each question once', () => {
    const marked = [{ kind: 'markup' as const, question: 'Do you ship abroad?', answer: 'Yes, worldwide.' }]
    expect(statedFaqs('## Do you ship abroad\n\nYes.', marked)).toEqual([
      { kind: 'markup', question: 'Do you ship abroad?', answer: 'Yes, worldwide.' },
    ])
  })

  it('may contain titles that are no questions, unlike a description list', () => {
    const pair = (kind: 'markup' | 'list') => [{ kind, question: 'Delivery times', answer: 'Two days.' }]
    expect(statedFaqs('', pair('markup'))).toHaveLength(1)
    expect(statedFaqs('', pair('list'))).toEqual([])
  })
})

describe('a suggested answer', () => {
  it('has list items for rows of a table, and bold text for headings', () => {
    expect(toAnswerText('| Land | Days |\n| --- | --- |\n| Norway | 3 |\n| Peru | 9 |')).toBe(
      '- Land: Days\n- Norway: 3\n- Peru: 9',
    )
    expect(toAnswerText('### Steps\n\n1. Open it\n2. Close it')).toBe('**Steps**\n\n1. Open it\n2. Close it')
  })

  it('is omitted without words, or when a FAQ cannot contain it', () => {
    expect(toAnswerText(' \n— \n')).toBeNull()
    expect(toAnswerText('### More')).toBeNull()
    expect(toAnswerText('word '.repeat(5_000))).toBeNull()
  })
})

it('a long page is read quickly', () => {
  const sections = Array.from({ length: 2_000 }, (_, index) => `## Is part ${index} blue?\n\nPart ${index} is green.`)
  expect(statedFaqs(sections.join('\n\n'))).toHaveLength(2_000)
})

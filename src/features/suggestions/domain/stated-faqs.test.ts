import { describe, expect, it } from 'vitest'
import { asAnswer } from './answer-text.ts'
import { asks } from './question-detection.ts'
import { statedFaqs } from './stated-faqs.ts'

const found = (markdown: string) => statedFaqs(markdown).map(({ kind, question, answer }) => [kind, question, answer])

describe('what asks', () => {
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
  ])('%s', (text) => expect(asks(text.replace(/;$/u, '\u037e'))).toBe(true))

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
  ])('not: %s', (text) => expect(asks(text)).toBe(false))
})

describe('headings', () => {
  it('that ask, with the text under them up to the next as high', () => {
    expect(
      found('# Help\n\nWelcome.\n\n## Do you ship abroad?\n\nYes.\n\n- To Norway\n- To Peru\n\n## Imprint\n\nAcme.'),
    ).toEqual([['heading', 'Do you ship abroad?', 'Yes.\n\n- To Norway\n- To Peru']])
  })

  it('keep what stands under lower headings, unless those ask', () => {
    expect(
      found('## How do returns work?\n\nEasily.\n\n### Within 30 days\n\nFree.\n\n### Who pays the postage?\n\nWe do.'),
    ).toEqual([
      ['heading', 'How do returns work?', 'Easily.\n\n**Within 30 days**\n\nFree.'],
      ['heading', 'Who pays the postage?', 'We do.'],
    ])
  })

  it('without a text, or in code, are none', () => {
    expect(found('# Frequently asked questions\n\n## Where are we?\n\n## Shipping\n\nDaily.')).toEqual([])
    expect(found('```\n# how to build?\nmake\n```\n\nText.')).toEqual([])
  })

  it('lose their numbers', () => {
    expect(found('### 2) What is a weave?\nThreads.')).toEqual([['heading', 'What is a weave?', 'Threads.']])
  })
})

describe('lists', () => {
  it('marked with Q and A, over several lines', () => {
    expect(found('Q: Is it washable?\nA: Yes, at 30 degrees.\nBy hand.\n\nQ2: Is it wool?\n\nA: Merino.')).toEqual([
      ['list', 'Is it washable?', 'Yes, at 30 degrees.\nBy hand.'],
      ['list', 'Is it wool?', 'Merino.'],
    ])
  })

  it('whose items ask and answer', () => {
    expect(found('- Do you deliver? Yes, daily.\n- Is it free?\n  From 50 euro on.')).toEqual([
      ['list', 'Do you deliver?', 'Yes, daily.'],
      ['list', 'Is it free?', 'From 50 euro on.'],
    ])
    expect(found('- Milk\n- Do you need more? Ask us.\n- Bread')).toEqual([])
  })

  it('of links to answers elsewhere are none', () => {
    expect(found('- Do you deliver?\n- Is it free?\n- Can I pay by card?')).toEqual([])
  })

  it('of paragraphs, three at least', () => {
    const three = 'Is it warm?\n\nVery.\n\nIs it light?\n\nYes: 200 g.\n\nEven wet.\n\nIs it blue?\n\nOr green.'
    expect(found(three)).toEqual([
      ['list', 'Is it warm?', 'Very.'],
      ['list', 'Is it light?', 'Yes: 200 g.\n\nEven wet.'],
      ['list', 'Is it blue?', 'Or green.'],
    ])
    expect(found('Are you tired of cold feet?\n\nBuy our socks.\n\nWhy wait?\n\nOrder now.')).toEqual([])
  })

  it('of paragraphs that hold both', () => {
    expect(
      found('Is it warm?\nVery.\n\nIs it light?\nYes.\n\nIs it blue?\nNo.').map(([, question]) => question),
    ).toEqual(['Is it warm?', 'Is it light?', 'Is it blue?'])
  })
})

describe('markup', () => {
  it('goes first, and says each question once', () => {
    const marked = [{ kind: 'markup' as const, question: 'Do you ship abroad?', answer: 'Yes, worldwide.' }]
    expect(statedFaqs('## Do you ship abroad\n\nYes.', marked)).toEqual([
      { kind: 'markup', question: 'Do you ship abroad?', answer: 'Yes, worldwide.' },
    ])
  })

  it('may name what does not ask; a list of terms may not', () => {
    const pair = (kind: 'markup' | 'list') => [{ kind, question: 'Delivery times', answer: 'Two days.' }]
    expect(statedFaqs('', pair('markup'))).toHaveLength(1)
    expect(statedFaqs('', pair('list'))).toEqual([])
  })
})

describe('an answer', () => {
  it('has points for rows of a table, and bold for headings', () => {
    expect(asAnswer('| Land | Days |\n| --- | --- |\n| Norway | 3 |\n| Peru | 9 |')).toBe(
      '- Land: Days\n- Norway: 3\n- Peru: 9',
    )
    expect(asAnswer('### Steps\n\n1. Open it\n2. Close it')).toBe('**Steps**\n\n1. Open it\n2. Close it')
  })

  it('is none without words, or where a FAQ cannot hold it', () => {
    expect(asAnswer(' \n— \n')).toBeNull()
    expect(asAnswer('### More')).toBeNull()
    expect(asAnswer('word '.repeat(5_000))).toBeNull()
  })
})

it('reads a long page in one go', () => {
  const sections = Array.from({ length: 2_000 }, (_, index) => `## Is part ${index} blue?\n\nPart ${index} is green.`)
  expect(statedFaqs(sections.join('\n\n'))).toHaveLength(2_000)
})

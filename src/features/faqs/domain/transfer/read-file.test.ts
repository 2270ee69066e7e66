import { describe, expect, it } from 'vitest'
import { FileRefusal } from './file-table.ts'
import { fieldNamed, guessColumns, withField } from './guess-columns.ts'
import { prepareRow, rowOrder, statusNamed } from './import-rows.ts'
import { readFile, refusalOfBytes } from './read-file.ts'

describe('reading JSON', () => {
  it.each([
    ['a list', '[{"question":"a?","answer":"b"}]'],
    ['a list inside an object', '{"version":1,"faqs":[{"question":"a?","answer":"b"}]}'],
    ['one object per line', '{"question":"a?","answer":"b"}\n\n{"question":"c?","answer":"d"}\n'],
    ['structured data of a page', '{"@type":"FAQPage","mainEntity":[{"name":"a?","acceptedAnswer":{"text":"b"}}]}'],
  ])('finds questions in %s', (_name, text) => {
    const file = readFile('x.json', text)
    const row = prepareRow(file, 0, guessColumns(file.columns), 'draft')
    expect(row).toMatchObject({ item: { question: 'a?', answer: 'b' }, problem: null })
  })

  it('keeps lists, numbers and missing values', () => {
    const file = readFile(
      'x.json',
      '[{"question":"a?","answer":"b","alternative_questions":["c?","d\\ne?"],"display_order":7},{"answer":null},3]',
    )
    expect(file.columns).toEqual(['question', 'answer', 'alternative_questions', 'display_order'])
    expect(file.rows[0]?.cells).toEqual(['a?', 'b', '["c?","d\\ne?"]', '7'])
    expect(file.rows[1]?.cells).toEqual(['', '', '', ''])
    expect(file.rows[2]).toMatchObject({ line: 3, problem: 'This entry is not an object.' })
  })

  it('reports only the line that is broken', () => {
    const file = readFile('x.jsonl', '{"question":"a?","answer":"b"}\n{"question":"c?",')
    expect(file.rows[1]).toEqual({ line: 2, cells: ['{"question":"c?",'], problem: 'This line is not valid JSON.' })
  })

  it('reports only the row whose text contains an unpaired surrogate', () => {
    const file = readFile('x.json', String.raw`[{"question":"a?","answer":"b"},{"question":"c?","answer":"\ud83e"}]`)
    const problems = [0, 1].map((row) => prepareRow(file, row, guessColumns(file.columns), 'draft').problem)
    expect(problems).toEqual([null, 'This text contains an invalid character. Please remove it.'])
  })

  it.each(['[', '[]', '[1,2]', '"text"', '{"a":'])('refuses %s', (text) => {
    expect(() => readFile('x.json', text)).toThrow(FileRefusal)
  })
})

describe('reading Markdown', () => {
  it('uses the most frequent heading level for questions and the one above for categories', () => {
    const file = readFile(
      'x.md',
      [
        '# Help',
        'Welcome.',
        '## Billing',
        '### What does **it** cost?',
        'Nothing.',
        '#### In detail',
        '```',
        '# not a heading',
        '```',
        '### May I [pay](https://x.test) later?',
        'Yes.',
        '## Support',
        '### Who helps\\?',
        'We do.',
      ].join('\r\n'),
    )
    expect(
      file.rows.map(({ line, cells: [question, , answer, category] }) => ({ line, question, answer, category })),
    ).toEqual([
      {
        line: 4,
        question: 'What does it cost?',
        answer: 'Nothing.\n#### In detail\n```\n# not a heading\n```',
        category: 'Billing',
      },
      { line: 10, question: 'May I pay later?', answer: 'Yes.', category: 'Billing' },
      { line: 13, question: 'Who helps?', answer: 'We do.', category: 'Support' },
    ])
  })

  it('refuses a text without headings', () => {
    expect(() => readFile('x.md', 'Just a text.')).toThrow('There are no headings')
  })
})

describe('a file of any format', () => {
  it('is recognized by its content when its name is no help', () => {
    expect(readFile('x.txt', '[{"question":"a"}]').format).toBe('json')
    expect(readFile('x.txt', '# A\n\n## B?\nC').format).toBe('markdown')
    expect(readFile('x.txt', 'question,answer\na,b').format).toBe('csv')
  })

  it('is refused with a message when it is not text', () => {
    const message = (...bytes: number[]) => refusalOfBytes(Uint8Array.from(bytes))
    expect(message(0x50, 0x4b, 3, 4)).toContain('save the table as CSV')
    expect(message(0x25, 0x50, 0x44, 0x46)).toContain('PDF')
    expect(message(0x61)).toBeNull()
    expect(() => readFile('x.csv', '\u0001\u0002\u0003\ufffd'.repeat(50))).toThrow('does not contain text')
    expect(() => readFile('x.csv', ' \n')).toThrow('empty')
  })
})

describe('columns', () => {
  it.each([
    ['Frage', 'question'],
    [' QUESTION* ', 'question'],
    ['Réponse', 'answer'],
    ['回答', 'answer'],
    ['ответ', 'answer'],
    ['display-order', 'display_order'],
    ['Alternative question 3', 'alternative_questions'],
    ['Catégorie', 'category'],
    ['Estado', 'status'],
    ['Answer (2)', 'answer'],
    ['Shoe size', undefined],
  ])('%s is %s', (name, field) => {
    expect(fieldNamed(name)).toBe(field)
  })

  it('are guessed once each, and alternatives any number of times', () => {
    expect(guessColumns(['Question', 'Answer', 'Answer (2)', 'Alternative 1', 'Alternative 2', 'Id'])).toEqual([
      'question',
      'answer',
      null,
      'alternative_questions',
      'alternative_questions',
      null,
    ])
    expect(guessColumns(['Column 1', 'Column 2', 'Column 3'])).toEqual(['question', 'answer', null])
    expect(withField(['question', 'answer', null], 2, 'answer')).toEqual(['question', null, 'answer'])
  })
})

describe('rows', () => {
  const file = readFile(
    'x.csv',
    'question,answer,category,status,alternatives,order\n' +
      'a?,1,,Veröffentlicht,b? | c?,3\n' +
      'd?,2,Own,,,1\n' +
      'e?,3,,someday,,\n' +
      ',4,,,,2\n',
  )
  const mapping = guessColumns(file.columns)

  it("are converted to the import's input or report their problem", () => {
    const rows = file.rows.map((_, index) => prepareRow(file, index, mapping, 'draft'))
    expect(rows.map(({ item }) => item)).toEqual([
      { question: 'a?', answer: '1', status: 'published', alternative_questions: ['b?', 'c?'] },
      { question: 'd?', answer: '2', category: 'Own', alternative_questions: [] },
      null,
      { question: '', answer: '4', alternative_questions: [] },
    ])
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      null,
      '“someday” is no status: draft, published or archived.',
      'Question and answer are required',
    ])
  })

  it('are sorted by their numbers', () => {
    expect(rowOrder(file, mapping)).toEqual([1, 3, 0, 2])
    expect(rowOrder(file, ['question', 'answer', null, null, null, null])).toEqual([0, 1, 2, 3])
  })

  it('recognize names of states in other languages', () => {
    expect(['LIVE', 'Entwurf', 'archivé', 'nonsense'].map(statusNamed)).toEqual([
      'published',
      'draft',
      'archived',
      undefined,
    ])
  })
})

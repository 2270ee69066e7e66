import { describe, expect, it } from 'vitest'
import { checkSubject } from './prose/commit-subjects.ts'
import { declaredNames, proseFigures } from './prose/figures.ts'
import { lintProse } from './prose/lint-prose.ts'

const found = async (file: string, source: string) =>
  (await lintProse(file, source)).map(({ line, rule, message }) => `${line} ${rule} ${message}`)

describe('comments', () => {
  it.each([
    ['// Whoever asks first.', ['word', 'opening']],
    ['/** What the user sees. */', ['opening']],
    ['/**\n * Returns the colour of\n * the header.\n */', ['spelling']],
    ['// The value is held\n// in memory.', ['word']],
  ])('%j is refused', async (source, rules) => {
    expect((await lintProse('a.ts', source)).map(({ rule }) => rule)).toEqual(rules)
  })

  it('are reported with their line and the word', async () => {
    const source = 'const a = 1\n\n/** Sends a note. */\nconst b = 2\n// It was told before.\n'
    expect(await found('a.ts', source)).toEqual(['5 word "told": say, report, inform, notify'])
  })

  it('are refused with a sentence that is too long over several lines', async () => {
    const long = `// Reads ${'one more entry and '.repeat(6)}\n// ${'then another one too '.repeat(6)}.\n`
    expect((await lintProse('a.ts', long)).map(({ rule }) => rule)).toEqual(['sentence'])
    expect(await lintProse('a.ts', long.replace('and one', 'and. One').replace('then', '. Then'))).toEqual([])
  })

  it('have the words of a tag, and of a sentence that starts with code, counted separately', async () => {
    const words = 'one more word and '.repeat(6)
    const comment = `/** Reads ${words}. \`start\`: ${words}. @returns ${words} */`
    expect(await lintProse('a.ts', comment)).toEqual([])
    expect(await lintProse('a.ts', comment.replace('@returns', 'and'))).toHaveLength(1)
  })

  it('are checked without code in backticks and addresses, and only comments are', async () => {
    const source = "// Calls `tell()` at https://example.com/colour.\nconst stands = 'held'\n"
    expect(await found('a.ts', source)).toEqual([])
  })
})

describe('texts of the interface', () => {
  it.each([
    ['<p>Choose a colour for the header</p>', 'spelling'],
    ['<input aria-label="Your e-mail address" />', 'spelling'],
    ['<p>{"Nobody has asked yet"}</p>', 'word'],
    ['<p>{`Saved lately by hand`}</p>', 'word'],
  ])('%s is refused', async (markup, rule) => {
    expect((await lintProse('a.tsx', `const a = ${markup}`)).map((finding) => finding.rule)).toEqual([rule])
  })

  it('are not checked in tests, where visitors write in their own way', async () => {
    const source = "const question = 'What colour is it?'\n"
    expect(await found('tests/support/visitors.ts', source)).toEqual([])
    expect(await found('src/a.test.ts', source)).toEqual([])
    expect(await found('src/a.ts', source)).toEqual(['1 spelling "colour": -or'])
  })

  it('may open with a question word', async () => {
    expect(await found('a.tsx', 'const a = <p>What do you want to import?</p>')).toEqual([])
  })
})

describe('titles of tests', () => {
  it.each([
    ["it('tells the owner', () => {})", ['word']],
    ["describe('what is stored', () => {})", ['opening']],
    ["describe.skip('whoever asks', () => {})", ['word', 'opening']],
    ["it.each([['a']])('%s: nobody', () => {})", ['word']],
    ["it.each`a`('keeps the colour', () => {})", ['spelling']],
    [`test(\`\${name} is held\`, () => {})`, ['word']],
    ["test.step('where it is', () => {})", ['opening']],
  ])('%s is refused', async (source, rules) => {
    expect((await lintProse('src/a.test.ts', source)).map(({ rule }) => rule)).toEqual(rules)
  })

  it('are reported with their line, also in support files of tests', async () => {
    const source = "describe('storage', () => {\n  it('is held', () => {})\n})\n"
    expect(await found('tests/support/contract.ts', source)).toEqual(['2 word "held": kept, cached, reserved'])
  })

  it.each([
    ["it.each([['no letter', 1], ['a held letter', 2]])('%s', () => {})", ['1 word "held": kept, cached, reserved']],
    ["describe.each(['a red one', 'of another colour'])('a page %s', () => {})", ['1 spelling "colour": -or']],
    ["it.each(['tell@example.com', 'Is it held?'])('refuses %s', () => {})", []],
    ["it.each(['a held question'])('refuses %j', () => {})", []],
  ])('are checked with the labels of their rows, not with data: %s', async (source, findings) => {
    expect(await found('src/a.test.ts', source)).toEqual(findings)
  })

  it('are recognized only as the first argument of test functions', async () => {
    expect(await found('src/a.test.ts', "ask('what is held', it)\nit('asks', () => say('nobody'))\n")).toEqual([])
    expect(await found('src/a.ts', "describe('what is held')\n")).toEqual([])
  })
})

describe('documents', () => {
  it('are checked by paragraph, without their code', async () => {
    const source = '# Title\n\nRun `tell`:\n\n```\nnobody\n```\n\n- The organisation of pages.\n'
    expect(await found('a.md', source)).toEqual(['9 spelling "organisation": -ize'])
    expect(await found('a.md', '| `a.test.ts` «tells nobody»; another one |\n')).toEqual([])
  })
})

describe('subjects of commits', () => {
  it.each(['feat(faqs): add a list of versions', 'fix: keep the draft after a failed save', "Merge branch 'next'"])(
    '%j passes',
    (subject) => expect(checkSubject(subject)).toBeNull(),
  )

  it.each([
    'Menus lie over notifications',
    'feat: Add a list',
    'feat(faqs): add a list.',
    'feature: add a list',
    `fix: ${'a long summary '.repeat(6)}`,
  ])('%j is refused', (subject) => expect(checkSubject(subject)).not.toBeNull())
})

describe('figures', () => {
  it('count marker words, openings and the length of declared names', () => {
    const source = '// Whoever it is.\nconst wide = (ab: string, { left } = {}) => ab\n// Returns the word.\n'
    expect(declaredNames('a.ts', source)).toEqual(['wide', 'ab'])
    const figures = proseFigures(new Map([['a.ts', source]]))
    expect(figures).toEqual({
      comments: 2,
      markersPerThousand: 1000 / 6,
      relativeOpenings: 0.5,
      identifierLength: 3,
    })
  })
})

describe('unfinished merges', () => {
  it('are refused with both sides', async () => {
    const source = `# Changes\n\n${'<'.repeat(7)} ours\n- One.\n${'='.repeat(7)}\n- Two.\n${'>'.repeat(7)} theirs\n`
    const found = await lintProse('a.md', source)
    expect(found.map(({ line, rule }) => `${line} ${rule}`)).toEqual(['3 merge', '7 merge'])
  })
})

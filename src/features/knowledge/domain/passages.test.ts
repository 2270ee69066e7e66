import { describe, expect, it } from 'vitest'
import { longTexts } from '../../../../tests/support/content/long-texts.ts'
import { joinPassages, PASSAGE_SIZE, splitPassages } from './passages.ts'

const texts = (text: string) => splitPassages(text).map((p) => p.text)
const words = (text: string) => text.split(/\s+/).filter(Boolean)

describe('passages of a text', () => {
  it('never cross a heading, and contain the headings above them', () => {
    const doc = '# Guide\nIntro.\n## Set up\nPlug it in.\n### Wi-Fi\nJoin it.\n## Care\nWipe it.'
    expect(splitPassages(doc)).toEqual([
      { heading_path: ['Guide'], text: 'Intro.' },
      { heading_path: ['Guide', 'Set up'], text: 'Plug it in.' },
      { heading_path: ['Guide', 'Set up', 'Wi-Fi'], text: 'Join it.' },
      { heading_path: ['Guide', 'Care'], text: 'Wipe it.' },
    ])
  })

  it('combine short paragraphs and keep their order', () => {
    expect(texts('One.\n\nTwo.\r\n\r\nThree.')).toEqual(['One.\n\nTwo.\n\nThree.'])
  })

  it('contain every word of a long text within their size limit', () => {
    const sentence = (index: number) => `Sentence number ${index} says something about the kettle and its lid.`
    const doc = Array.from({ length: 300 }, (_, index) => sentence(index)).join(' ')
    const parts = texts(doc)
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.flatMap(words)).toEqual(words(doc))
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(PASSAGE_SIZE.max)
      expect(part).toMatch(/^Sentence .*lid\.$/s)
    }
  })

  it('keep list items complete', () => {
    const doc = Array.from({ length: 80 }, (_, index) => `- Item ${index} with some words\n  and a second line`).join(
      '\n',
    )
    for (const part of texts(doc)) {
      expect(part).toMatch(/^- Item/)
      expect(part).toMatch(/second line$/)
    }
  })

  it('repeat the header of a divided table', () => {
    const rows = Array.from({ length: 120 }, (_, index) => `| plan ${index} | ${index} dollars a month |`)
    const parts = texts(['| Plan | Price |', '|---|---|', ...rows].join('\n'))
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part.split('\n').slice(0, 2)).toEqual(['| Plan | Price |', '|---|---|'])
    expect(parts.join('\n').match(/^\| plan \d+ /gm)).toHaveLength(120)
  })

  it('do not treat a # in code as a heading, and fence each part of long code', () => {
    expect(splitPassages('```\n# a comment\nrun\n```')).toEqual([
      { heading_path: [], text: '```\n# a comment\nrun\n```' },
    ])
    const long = texts(
      `\`\`\`sh\n${Array.from({ length: 200 }, (_, index) => `echo line ${index}`).join('\n')}\n\`\`\``,
    )
    for (const part of long) {
      expect(part.startsWith('```sh\n')).toBe(true)
      expect(part.endsWith('\n```')).toBe(true)
    }
  })

  it.each(['```', '~~~', '````'])('can be joined to the original text, including code in %s', (fence) => {
    const code = Array.from({ length: 200 }, (_, index) => `echo "line ${index}" # \`\`\` is no end`)
    const doc = `Run this:\n\n${fence}sh\n${code.join('\n')}\n${fence}\n\nThen this:\n\n${fence}\ndone\n${fence}\n\n${fence}\nover\n${fence}`
    expect(texts(doc).length).toBeGreaterThan(3)
    expect(joinPassages(texts(doc))).toBe(doc)
  })

  it('divide a text without sentence ends between words, and one without spaces anywhere', () => {
    expect(texts('word '.repeat(2000)).every((p) => p.length <= PASSAGE_SIZE.max)).toBe(true)
    expect(texts('x'.repeat(10_000)).join('')).toBe('x'.repeat(10_000))
    expect(texts('是的。'.repeat(1000)).every((p) => p.endsWith('。') && p.length <= PASSAGE_SIZE.max)).toBe(true)
  })

  it.each(['', '   \n\n ', '# Only a heading', '## A\n\n### B'])('are empty for an empty text: %j', (doc) => {
    expect(texts(doc)).toEqual([])
  })

  it('have the intended headings', () => {
    const headings = (line: string) => splitPassages(`${line}\nText.`).map(({ heading_path }) => heading_path)
    expect(headings('# About C#')).toEqual([['About C#']])
    expect(headings('## Closed ##  ')).toEqual([['Closed']])
    for (const line of ['#', '# ', '# ##', '#none', '####### none', `# ${'long '.repeat(200)}`])
      expect(headings(line), line).toEqual([[]])
  })

  it('are created quickly from any text, and contain nothing else', () => {
    for (const [name, text] of longTexts(2_000_000)) {
      const made = splitPassages(text)
      const size = made.reduce((sum, { heading_path, text }) => sum + heading_path.join('').length + text.length, 0)
      expect(size, name).toBeLessThan(2 * text.length)
    }
  }, 60_000)
})

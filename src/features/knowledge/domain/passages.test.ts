import { describe, expect, it } from 'vitest'
import { longTexts } from '../../../../tests/support/content/long-texts.ts'
import { joinPassages, PASSAGE_SIZE, splitPassages } from './passages.ts'

const texts = (text: string) => splitPassages(text).map((p) => p.text)
const words = (text: string) => text.split(/\s+/).filter(Boolean)

describe('passages', () => {
  it('never cross a heading, and keep the headings above them', () => {
    const doc = '# Guide\nIntro.\n## Set up\nPlug it in.\n### Wi-Fi\nJoin it.\n## Care\nWipe it.'
    expect(splitPassages(doc)).toEqual([
      { heading_path: ['Guide'], text: 'Intro.' },
      { heading_path: ['Guide', 'Set up'], text: 'Plug it in.' },
      { heading_path: ['Guide', 'Set up', 'Wi-Fi'], text: 'Join it.' },
      { heading_path: ['Guide', 'Care'], text: 'Wipe it.' },
    ])
  })

  it('put short paragraphs together and keep their order', () => {
    expect(texts('One.\n\nTwo.\r\n\r\nThree.')).toEqual(['One.\n\nTwo.\n\nThree.'])
  })

  it('lose no word of a long text and stay within their size', () => {
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

  it('keep list items whole', () => {
    const doc = Array.from({ length: 80 }, (_, index) => `- Item ${index} with some words\n  and a second line`).join(
      '\n',
    )
    for (const part of texts(doc)) {
      expect(part).toMatch(/^- Item/)
      expect(part).toMatch(/second line$/)
    }
  })

  it('repeat the head of a table that has to be cut', () => {
    const rows = Array.from({ length: 120 }, (_, index) => `| plan ${index} | ${index} dollars a month |`)
    const parts = texts(['| Plan | Price |', '|---|---|', ...rows].join('\n'))
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part.split('\n').slice(0, 2)).toEqual(['| Plan | Price |', '|---|---|'])
    expect(parts.join('\n').match(/^\| plan \d+ /gm)).toHaveLength(120)
  })

  it('do not take a # in code for a heading, and fence each part of long code', () => {
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

  it.each(['```', '~~~', '````'])('are joined to the text that they were cut from, code in %s included', (fence) => {
    const code = Array.from({ length: 200 }, (_, index) => `echo "line ${index}" # \`\`\` is no end`)
    const doc = `Run this:\n\n${fence}sh\n${code.join('\n')}\n${fence}\n\nThen this:\n\n${fence}\ndone\n${fence}\n\n${fence}\nover\n${fence}`
    expect(texts(doc).length).toBeGreaterThan(3)
    expect(joinPassages(texts(doc))).toBe(doc)
  })

  it('cut a text without any end of a sentence between words, and one without spaces anywhere', () => {
    expect(texts('word '.repeat(2000)).every((p) => p.length <= PASSAGE_SIZE.max)).toBe(true)
    expect(texts('x'.repeat(10_000)).join('')).toBe('x'.repeat(10_000))
    expect(texts('是的。'.repeat(1000)).every((p) => p.endsWith('。') && p.length <= PASSAGE_SIZE.max)).toBe(true)
  })

  it.each(['', '   \n\n ', '# Only a heading', '## A\n\n### B'])('make nothing of nothing: %j', (doc) => {
    expect(texts(doc)).toEqual([])
  })

  it('have the headings that people mean', () => {
    const headings = (line: string) => splitPassages(`${line}\nText.`).map(({ heading_path }) => heading_path)
    expect(headings('# About C#')).toEqual([['About C#']])
    expect(headings('## Closed ##  ')).toEqual([['Closed']])
    for (const line of ['#', '# ', '# ##', '#none', '####### none', `# ${'long '.repeat(200)}`])
      expect(headings(line), line).toEqual([[]])
  })

  it('are made of any text that may be sent in a moment, and hold no more than it', () => {
    for (const [name, text] of longTexts(2_000_000)) {
      const made = splitPassages(text)
      const size = made.reduce((sum, { heading_path, text }) => sum + heading_path.join('').length + text.length, 0)
      expect(size, name).toBeLessThan(2 * text.length)
    }
  }, 60_000)
})

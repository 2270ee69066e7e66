import { describe, expect, it } from 'vitest'
import { blocksToMarkdown, parseMarkup } from '../../../kernel/markup.ts'
import { answerBlocks, mergeTables } from './answer-blocks.ts'

const answer = (markdown: string, word: string, options: { type?: 'confirmation' | 'way'; max?: number } = {}) =>
  blocksToMarkdown(
    answerBlocks(parseMarkup(markdown), options.type ?? 'way', (text) => (text.includes(word) ? 1 : 0), options.max)
      .blocks,
  )
const FILL = 'Much more is said here than an answer may hold.'

describe('an answer made of whole blocks', () => {
  it('is a short section as it is, without navigation links', () => {
    expect(answer('Open it.\n\n- One\n- Two\n\nSee also the guide\n\n[More](https://a.example)', 'x')).toBe(
      'Open it.\n\n- One\n- Two',
    )
  })

  it('consists of the opening of a long section and the matching block with its lead-in', () => {
    const section = ['Opening.', FILL, 'To reset:', '1. Press\n2. Wait', FILL].join('\n\n')
    expect(answer(section, 'Press', { max: 60 })).toBe('Opening.\n\nTo reset:\n\n1. Press\n2. Wait')
  })

  it('starts with the block that states a yes or no when the opening does not', () => {
    const section = ['About exports.', FILL, 'No, exports are not supported.'].join('\n\n')
    expect(answer(section, 'not supported', { type: 'confirmation', max: 40 })).toBe('No, exports are not supported.')
  })

  it('truncates a long list between items', () => {
    const items = ['- first item', '- second item', '- third item']
    expect(answer(items.join('\n'), 'item', { max: 30 })).toBe('- first item\n- second item')
  })

  it('shows the matching items of a long list, and the first of long steps', () => {
    const items = ['one', 'two', 'three that fits'].map((text) => `${text} is said here`)
    const list = items.map((text) => `- ${text}`).join('\n')
    const steps = items.map((text, index) => `${index + 1}. ${text}`).join('\n')
    expect(answer(list, 'fits', { max: 40 })).toBe('- three that fits is said here')
    expect(answer(steps, 'fits', { max: 40 })).toBe('1. one is said here\n2. two is said here')
  })

  it('shows the matching block and the following one without a gap', () => {
    const section = ['Opening.', FILL, 'First, open the lid.', 'Then wait.', FILL].join('\n\n')
    expect(answer(section, 'lid', { max: 60 })).toBe('Opening.\n\nFirst, open the lid.\n\nThen wait.')
  })

  it('includes the lead-in of the matching block before the blocks that follow it', () => {
    const section = ['Opening.', FILL, 'Set it to manual first.', 'The lid opens then.', FILL, FILL].join('\n\n')
    expect(answer(section, 'lid', { max: 100 })).toBe('Opening.\n\nSet it to manual first.\n\nThe lid opens then.')
  })

  it('omits a lead-in without its list', () => {
    expect(answer('Open it.\n\nDo this:', 'x')).toBe('Open it.')
  })
})

it('the parts of one table become one table again', () => {
  const part = (row: string) => `| A | B |\n|---|---|\n| ${row} | x |`
  expect(mergeTables(parseMarkup(`${part('1')}\n\n${part('2')}`))).toMatchObject([{ kind: 'table', rows: [{}, {}] }])
})

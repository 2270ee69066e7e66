import { describe, expect, it } from 'vitest'
import { blocksToMarkdown, parseMarkup } from '../../../kernel/markup.ts'
import { repairBlocks } from './section-blocks.ts'

const repaired = (markdown: string) => blocksToMarkdown(repairBlocks(parseMarkup(markdown)))

describe('a code block', () => {
  it('becomes text if it is prose', () => {
    const text =
      '```\n`log.txt` belongs to one bicycle, and cannot be used with\nany other bicycle.\n\n1. **Open** it.\n```'
    expect(repaired(text)).toBe(
      'log.txt belongs to one bicycle, and cannot be used with any other bicycle.\n\n1. **Open** it.',
    )
  })

  it.each([
    'lock("front wheel", { until: "tomorrow" }) // The lock opens by itself the next day.',
    'The bicycle was locked, and its battery was charged to 80 % = full.',
    'Short sentence.',
    'bike-lock --front --until tomorrow --and-then open the lock again.',
    'Dear customer,\n\nyour bicycle is ready and waits for you in the shop\n\nThe shop',
  ])('stays if it is anything else: %j', (code) => {
    const blocks = parseMarkup(`\`\`\`\n${code}\n\`\`\``)
    expect(repairBlocks(blocks)).toEqual(blocks)
  })
})

describe('a list', () => {
  it('that an item of another list announces belongs to the item', () => {
    const text = '- Choose a lock. There are two:\n\n1. Front\n2. Rear\n\n- Press Lock'
    expect(repaired(text)).toBe('- Choose a lock. There are two:\n  1. Front\n  2. Rear\n- Press Lock')
  })

  it('that follows another one stays apart', () => {
    for (const text of ['- Front\n- Rear\n\n1. Choose\n2. Press', '1. Choose:\n\nBoth locks:\n\n- Front']) {
      const blocks = parseMarkup(text)
      expect(repairBlocks(blocks)).toEqual(blocks)
    }
  })
})

import { expect, it } from 'vitest'
import { blocksToMarkdown, parseMarkup } from '../markup.ts'

const markdownOf = (text: string) => blocksToMarkdown(parseMarkup(text))

it('marks a term of code that the next line explains, unless it has the sign of the mark', () => {
  expect(markdownOf('`bike:1`\nsearches by number')).toBe('**bike:1**\nsearches by number')
  expect(markdownOf('`bike:*`\nsearches all')).toBe('bike:*\nsearches all')
  expect(markdownOf('Run `now` to start')).toBe('Run now to start')
})

it('keeps the lines of code whose first line is indented', () => {
  expect(markdownOf('```\n  {{Field}}\n{{/Field}}\n```')).toBe('    {{Field}}\n    {{/Field}}')
})

it('keeps the signs of code with HTML, so that other readers of Markdown show it as code', () => {
  expect(markdownOf('Put it in the `<head>` of the page.')).toBe('Put it in the `<head>` of the page.')
  expect(markdownOf('Call `init()` and compare `a < b`.')).toBe('Call init() and compare a < b.')
  expect(markdownOf('- First\n\n```\n<img src="logo.jpg">\n```')).toBe('- First\n\n```\n<img src="logo.jpg">\n```')
})

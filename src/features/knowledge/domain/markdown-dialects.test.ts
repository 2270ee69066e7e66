import { expect, it } from 'vitest'
import { blocksToMarkdown, parseMarkup } from '../../../kernel/markup.ts'
import { dialectsToMarkdown } from './markdown-dialects.ts'

const shown = (text: string) => blocksToMarkdown(parseMarkup(dialectsToMarkdown(text)))

it.each([
  [
    'Before.\n\n!!! warning "Only once"\n    Keys are shown once.\n\n    Store them.\n\nAfter.',
    'Before.\n\n**Only once**\n\nKeys are shown once.\n\nStore them.\n\nAfter.',
  ],
  ['!!! note\n    Batteries are\n    charged overnight.', 'Batteries are charged overnight.'],
  ['??? tip "More"\n\n    - One\n    - Two', '**More**\n\n- One\n- Two'],
  [
    '=== "On Mac"\n    Press Command.\n\n=== "On Windows"\n    Press Control.',
    '**On Mac**\n\nPress Command.\n\n**On Windows**\n\nPress Control.',
  ],
  ['```admonish info title="Good to know"\nRead **this** first.\n```', '**Good to know**\n\nRead **this** first.'],
  ['```{warning} Careful\n:class: wide\nIt is hot.\n```', '**Careful**\n\nIt is hot.'],
  [
    'Deposit\n: Paid back after the ride.\n\n    Within three days.\n\nFee\n:   Kept.',
    '**Deposit**\n\nPaid back after the ride.\n\nWithin three days.\n\n**Fee**\n\nKept.',
  ],
  [
    '#### `LOCK_TIME`\n\n: Seconds until it locks.\n\n    Defaults to 30.',
    '**LOCK_TIME**\n\nSeconds until it locks.\n\nDefaults to 30.',
  ],
  ['- Step\n\n    !!! note "Wait"\n        Ten seconds.\n\n- Next', '- Step\n  **Wait**\n  Ten seconds.\n- Next'],
])('converts %j', (text, expected) => expect(shown(text)).toBe(expected))

it.each([
  '```\n!!! note\n    code\n: more\n```',
  'Really!!! note that.',
  'A sentence\n: )',
  'Total\n=====\n\nText',
  'Times:\n\n- 9 : 30',
])('leaves %j unchanged', (text) => expect(dialectsToMarkdown(text)).toBe(text))

// Random Markdown for property tests.
import fc from 'fast-check'

const SIGNS =
  'b c,Word,é,日本,1,2024,.,:,-,- ,* ,+ ,1. ,2) ,3. ,# ,### ,> ,• ,**,*,__,_,***,`,``,|, | ,[,],(,),!,&,<,>,\\,{,},=,~'
/** Pieces of Markdown, including those that are easily misread. */
export const markdownPiece = fc.constantFrom(
  ...SIGNS.split(','),
  ...['```\n', '~~~\n', '\n', '\n\n', ' ', '   ', '  \n', '\n    ', '\t', '|---|\n', '===\n', '---\n', '[!NOTE]\n'],
  ...[
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    '[x](https://a.example/b_(c))',
    '![',
    '![b](/files/images/018f0000-0000-7000-8000-000000000000/018f0000-0000-7000-8000-000000000001-640x480.webp)',
    'https://a.example/x',
    'http://b.example.',
  ],
  ...[
    '> [!NOTE]\n> ',
    '> [!WARNING]\n',
    '\n> - ',
    '<https://a.example>',
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<br>',
    '<!-- -->',
    '&amp;',
    '&#64;',
    '\\*',
    '{#a}',
  ],
)
/** Up to 40 pieces in a row. */
export const randomMarkdown = fc.array(markdownPiece, { maxLength: 40 }).map((pieces) => pieces.join(''))

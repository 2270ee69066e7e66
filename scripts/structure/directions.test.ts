// The table of directions in ARCHITECTURE.md, line by line.
import { expect, test } from 'vitest'
import { f, importing } from './fixture-project.ts'

// The table of ARCHITECTURE.md: [importer, what it may import, what it may not import].
const TABLE: [string, string[], string[]][] = [
  [
    'src/kernel/ids.ts',
    ['src/kernel/text.ts'],
    [
      'src/platform/db/index.ts',
      'src/contract.ts',
      'src/web/button.tsx',
      'src/main.ts',
      ...['contract.ts', 'domain/rule.ts', 'server/index.ts', 'web/index.ts'].map((file) => f('early', file)),
    ],
  ],
  [
    f('middle', 'contract.ts'),
    ['src/kernel/text.ts', f('early', 'contract.ts'), f('middle', 'contract/limits.ts')],
    [
      f('middle', 'domain/rule.ts'),
      f('middle', 'server/index.ts'),
      f('middle', 'web/index.ts'),
      'src/platform/db/index.ts',
      'src/contract.ts',
      'src/web/button.tsx',
      f('early', 'server/index.ts'),
    ],
  ],
  [
    f('middle', 'contract/fields.ts'),
    ['src/kernel/text.ts', f('middle', 'contract/limits.ts'), f('early', 'contract.ts')],
    [f('middle', 'domain/rule.ts'), f('middle', 'server/index.ts'), 'src/contract.ts'],
  ],
  [
    f('middle', 'domain/new-rule.ts'),
    ['src/kernel/text.ts', f('middle', 'contract.ts'), f('middle', 'domain/rule.ts'), f('early', 'contract.ts')],
    [
      'src/platform/db/index.ts',
      'src/contract.ts',
      f('middle', 'server/index.ts'),
      f('middle', 'web/index.ts'),
      'src/web/button.tsx',
    ],
  ],
  [
    'src/platform/http/server.ts',
    ['src/kernel/text.ts', 'src/platform/db/index.ts'],
    ['src/contract.ts', f('early', 'contract.ts'), f('early', 'server/index.ts'), 'src/web/button.tsx', 'src/wire.ts'],
  ],
  [
    f('middle', 'server/new-verb.ts'),
    [
      'src/kernel/text.ts',
      'src/platform/db/index.ts',
      f('middle', 'contract.ts'),
      f('middle', 'domain/rule.ts'),
      f('middle', 'server/verb.ts'),
      f('early', 'server/index.ts'),
      f('early', 'contract.ts'),
    ],
    ['src/contract.ts', 'src/wire.ts', 'src/main.ts', 'src/web/button.tsx', f('middle', 'web/index.ts')],
  ],
  [
    f('middle', 'web/new-page.tsx'),
    [
      'src/kernel/text.ts',
      'src/web/button.tsx',
      f('middle', 'contract.ts'),
      f('middle', 'domain/rule.ts'),
      f('middle', 'web/page.tsx'),
      f('early', 'web/index.ts'),
      f('early', 'contract.ts'),
    ],
    [
      'src/platform/db/index.ts',
      'src/contract.ts',
      'src/shell/router.tsx',
      'src/wire.ts',
      f('middle', 'server/index.ts'),
    ],
  ],
  [
    'src/web/new-field.tsx',
    ['src/kernel/text.ts', 'src/contract.ts', 'src/web/button.tsx', f('late', 'contract.ts')],
    ['src/shell/router.tsx', 'src/platform/db/index.ts', f('early', 'domain/rule.ts'), f('early', 'web/index.ts')],
  ],
  [
    'src/shell/new-layout.tsx',
    [
      'src/kernel/text.ts',
      'src/web/button.tsx',
      'src/shell/router.tsx',
      f('late', 'contract.ts'),
      f('late', 'web/index.ts'),
    ],
    [
      'src/contract.ts',
      'src/platform/db/index.ts',
      'src/wire.ts',
      f('late', 'domain/rule.ts'),
      f('late', 'server/index.ts'),
    ],
  ],
  [
    'src/wire/routes.ts',
    [
      'src/kernel/text.ts',
      'src/platform/db/index.ts',
      'src/contract.ts',
      'src/wire/jobs.ts',
      f('late', 'contract.ts'),
      f('late', 'domain/rule.ts'),
      f('late', 'server/index.ts'),
    ],
    ['src/web/button.tsx', f('late', 'web/index.ts')],
  ],
  [
    'src/widget-loader/launcher.ts',
    ['src/kernel/text.ts', 'src/widget-loader/widget.ts'],
    ['src/web/button.tsx', f('early', 'contract.ts')],
  ],
  [
    'packages/react/src/part.tsx',
    ['src/kernel/text.ts', 'packages/client/src/index.ts'],
    ['src/contract.ts', 'src/web/button.tsx', 'src/widget-loader/widget.ts', f('early', 'contract.ts')],
  ],
  ['src/web/new-field.tsx', [], ['packages/client/src/index.ts']],
]

for (const [from, may, mayNot] of TABLE) {
  test(`${from} may import what the table says`, () => {
    for (const to of may) expect(importing(from, to), to).toEqual([])
  })
  test(`${from} may not import anything else`, () => {
    for (const to of mayNot) expect(importing(from, to), to).toEqual(['direction'])
  })
}

test('the assembled contract imports kernel and contracts, and main and wire everything but web', () => {
  expect(importing('src/contract.ts', f('late', 'contract.ts'))).toEqual([])
  expect(importing('src/contract.ts', f('late', 'domain/rule.ts'))).toEqual(['direction'])
  expect(importing('src/main.ts', 'src/wire.ts')).toEqual([])
  expect(importing('src/wire.ts', 'src/wire/jobs.ts')).toEqual([])
  expect(importing('src/main.ts', 'src/web/button.tsx')).toEqual(['direction'])
})

test('a feature imports only earlier features', () => {
  expect(importing(f('early', 'server/verb.ts'), f('late', 'server/index.ts'))).toEqual(['order'])
  expect(importing(f('early', 'contract.ts'), f('middle', 'contract.ts'))).toEqual(['order'])
  expect(importing(f('middle', 'web/page.tsx'), f('late', 'web/index.ts'))).toEqual(['order'])
  expect(importing(f('middle', 'domain/rule.ts'), f('late', 'contract.ts'))).toEqual(['order'])
})

test('only the public surface of another feature is imported', () => {
  expect(importing(f('late', 'server/verb.ts'), f('early', 'server/verb.ts'))).toEqual(['surface'])
  expect(importing(f('late', 'server/verb.ts'), f('early', 'domain/rule.ts'))).toEqual(['surface'])
  expect(importing(f('late', 'contract.ts'), f('early', 'contract/limits.ts'))).toEqual(['surface'])
  expect(importing(f('late', 'web/page.tsx'), f('early', 'web/page.tsx'))).toEqual(['surface'])
  expect(importing(f('late', 'web/page.tsx'), f('early', 'domain/rule.ts'))).toEqual(['surface'])
  expect(importing(f('late', 'domain/rule.ts'), f('early', 'domain/rule.ts'))).toEqual(['surface'])
  expect(importing('src/shell/router.tsx', f('early', 'web/page.tsx'))).toEqual(['surface'])
})

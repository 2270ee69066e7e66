// A small project for the tests of the structure check.
import path from 'node:path'
import { checkStructure } from './check.ts'

/** The features of the fixtures, earliest first. */
export const ORDER = ['early', 'middle', 'late']

// Files that imports in the fixtures may lead to; none of them imports anything.
const GROUND = [
  'src/main.ts',
  'src/wire.ts',
  'src/wire/jobs.ts',
  'src/contract.ts',
  'src/kernel/text.ts',
  'src/platform/db/index.ts',
  'src/web/button.tsx',
  'src/shell/router.tsx',
  'src/widget-loader/widget.ts',
  'packages/client/src/index.ts',
  'scripts/tool.ts',
  'tests/support/data.ts',
  'vite.config.ts',
  ...ORDER.flatMap((name) =>
    [
      'contract.ts',
      'contract/limits.ts',
      'domain/rule.ts',
      'server/index.ts',
      'server/verb.ts',
      'web/index.ts',
      'web/page.tsx',
    ].map((file) => `src/features/${name}/${file}`),
  ),
]

/** The rules that a project of these files breaks. */
export function broken(files: Record<string, string>, order: readonly string[] = ORDER): string[] {
  const ground = GROUND.map((file): [string, string] => [file, ''])
  const findings = checkStructure(new Map([...ground, ...Object.entries(files)]), order, '0.3.0')
  return [...new Set(findings.map(({ rule }) => rule))]
}

/** The rules broken when one file imports another; the specifier is made relative. */
export function importing(from: string, to: string): string[] {
  const relative = path.posix.relative(path.posix.dirname(from), to)
  return broken({ [from]: `import '${relative.startsWith('.') ? relative : `./${relative}`}'\n` })
}

/** @returns the path of a feature's file */
export const f = (feature: string, file: string) => `src/features/${feature}/${file}`

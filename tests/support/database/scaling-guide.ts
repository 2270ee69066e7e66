// The lists of the scaling guide, which tests compare with the schema and with the statements of the application.
import { readFileSync } from 'node:fs'
import { inRoot } from '../../../scripts/repository.ts'

/** The first cells, in code, of the table below a heading, sorted. */
export function listedBelow(heading: string): string[] {
  const guide = readFileSync(inRoot('docs', 'guides', 'scaling.md'), 'utf8')
  const [, section = ''] = guide.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [own = ''] = section.split(/^#/m)
  return [...own.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name).sort()
}

/** Statements of visitors and members that reach beyond one workspace, as `table (columns compared)`. */
export const statementsInGuide = (): string[] => listedBelow('Statements that span workspaces')

// Files of a new feature: the smallest slice that compiles, passes the checks and has a test.

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(name).replace(/^./, (letter) => letter.toUpperCase())

/**
 * @param name the feature's name, kebab-case
 * @returns paths below the feature's folder with their texts
 */
export function featureFiles(name: string): Record<string, string> {
  const contract = `${camel(name)}Contract`
  const routes = `create${pascal(name)}Routes`
  return {
    'contract.ts': `/** The longest label, in characters. */
export const LABEL_MAX = 60

/** Procedures of ${name}; src/contract.ts assembles them with the other features'. */
export const ${contract} = {}
`,
    'domain/to-label.ts': `import { LABEL_MAX } from '../contract.ts'

/** A label as it is kept: one line, no space at its ends, at most LABEL_MAX characters. */
export function toLabel(text: string): string {
  return text.replace(/\\s+/g, ' ').trim().slice(0, LABEL_MAX).trim()
}
`,
    'domain/to-label.test.ts': `import { expect, test } from 'vitest'
import { LABEL_MAX } from '../contract.ts'
import { toLabel } from './to-label.ts'

test('a label is one trimmed line of at most LABEL_MAX characters', () => {
  expect(toLabel('  two\\n words ')).toBe('two words')
  expect(toLabel('a'.repeat(LABEL_MAX + 1))).toHaveLength(LABEL_MAX)
})
`,
    'server/index.ts': `export { ${routes} } from './${name}.routes.ts'
`,
    [`server/${name}.routes.ts`]: `import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { ${contract} } from '../contract.ts'

/** Binds the contract to the verbs, and does nothing else. */
export function ${routes}() {
  return implement(${contract}).$context<RequestContext>().router({})
}
`,
    'web/index.ts': `// What other features and the shell may use of ${name}'s pages and components.
export { toLabel } from '../domain/to-label.ts'
`,
  }
}

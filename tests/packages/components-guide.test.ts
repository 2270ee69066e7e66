// The examples of docs/guides/components.md are the files that the end-to-end tests run.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../../scripts/repository.ts'

const read = (...at: string[]) => readFileSync(inRoot(...at), 'utf8')

it.each([
  ['html', 'packages/elements/examples/page.html'],
  ['tsx', 'packages/react/examples/help-page.tsx'],
  ['tsx', 'packages/react/examples/own-markup.tsx'],
  ['ts', 'packages/client/examples/ask.ts'],
])('the %s example of %s is in the guide', (language, file) => {
  expect(read('docs/guides/components.md')).toContain(`\`\`\`${language}\n${read(file)}\`\`\``)
})

// The guides name only commands of package.json and files of the repository that exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot, root } from './repository.ts'

const FILES = globSync(['*.md', 'docs/guides/*.md'], { cwd: root }).filter((file) => file !== 'CHANGELOG.md')
/** Written by the operator, as the deployment guide says. */
const CREATED = ['deploy/.env']

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: Record<string, string> }

it.each(FILES)('%s names existing commands and files', (file) => {
  const text = readFileSync(inRoot(file), 'utf8')
  const commands = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const paths = [
    ...text.matchAll(/(?<=[`\s])(?:deploy|docs|integrations|migrations|scripts|src|tests)\/[\w./-]+(?=[`\s])/g),
  ]
  const missing = paths.map(([name]) => name).filter((name) => !existsSync(inRoot(name)))
  expect(missing.filter((name) => !CREATED.includes(name))).toEqual([])
})

it('the guides name commands and files', () => {
  const text = FILES.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n')
  expect(text).toContain('npm run doctor')
  expect(text).toContain('deploy/nginx.conf')
})

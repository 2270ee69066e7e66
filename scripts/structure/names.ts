// The closed vocabulary of file names, how long a file may be, and how many files a folder may have.
import { IN_BROWSER, placeOf } from './places.ts'
import { type Finding, isTest, type Sources } from './sources.ts'

const LONGEST = 300
const MAX_FILES = 25
const WORD = /^[a-z0-9]+(-[a-z0-9]+)*$/
const SUFFIXES = ['', 'table', 'queries', 'routes', 'job', 'test', 'db.test', 'spec', 'd']
const EXTENSIONS = ['ts', 'tsx', 'mjs', 'css']
const EMPTY_WORDS = ['util', 'utils', 'helper', 'helpers']
const EMPTY_NAMES = ['common', ...EMPTY_WORDS]

const saysNothing = (name: string) =>
  EMPTY_NAMES.includes(name) || name.split('-').some((word) => EMPTY_WORDS.includes(word))

/** @returns what is wrong with the path of a code file */
export function namesIn(file: string): Finding[] {
  const findings: Finding[] = []
  const say = (message: string) => findings.push({ file, rule: 'name', message })
  const folders = file.split('/').slice(0, -1)
  const [stem = '', ...rest] = (file.split('/').at(-1) ?? '').split('.')
  const extension = rest.pop() ?? ''
  const suffix = rest.join('.')

  for (const name of [...folders, stem]) {
    if (!WORD.test(name)) say(`"${name}" is not kebab-case`)
    if (saysNothing(name)) say(`"${name}" says nothing about what is in it`)
  }
  if (!EXTENSIONS.includes(extension)) say(`code is .${EXTENSIONS.join(', .')}, not .${extension}`)
  if (folders.length === 0) {
    if (suffix !== 'config') say('only configuration stands at the root')
    return findings
  }
  if (!SUFFIXES.includes(suffix)) say(`".${suffix}" is not one of the suffixes (${SUFFIXES.slice(1).join(', ')})`)
  const layer = placeOf(file)?.layer
  if (['table', 'queries', 'routes', 'job'].includes(suffix) && layer !== 'server' && layer !== 'platform') {
    say(`.${suffix} files belong to a server folder`)
  }
  if (suffix === 'spec' && !file.startsWith('tests/e2e/')) say('.spec files belong to tests/e2e')
  if (extension === 'tsx' && !isTest(file) && !(layer && IN_BROWSER.includes(layer))) {
    say('.tsx is for what Vite bundles: Node does not run it')
  }
  return findings
}

/** @returns a finding when the file is too long */
export function lengthOf(file: string, text: string): Finding[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (lines <= LONGEST) return []
  return [{ file, rule: 'length', message: `${lines} lines; split it before it passes ${LONGEST}` }]
}

/** @returns a finding for each folder of a feature or the platform with too many files; tests do not count */
export function crowdedFolders(sources: Sources): Finding[] {
  const counts = new Map<string, number>()
  for (const file of sources.keys()) {
    if (!/^src\/(features|platform)\//.test(file) || isTest(file)) continue
    const folder = file.slice(0, file.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([file, count]) => ({ file, rule: 'folder', message: `${count} files; at most ${MAX_FILES} in a folder` }))
}

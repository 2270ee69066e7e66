// Checks comments, titles of tests, documents, interface texts and commit subjects against docs/writing.md.
// Usage: node scripts/run.mjs scripts/check-prose.ts [--figures] [path …]; without a path, every tracked file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { checkSubject } from './prose/commit-subjects.ts'
import { proseFigures } from './prose/figures.ts'
import { lintProse } from './prose/lint-prose.ts'
import { inRoot, root } from './repository.ts'

/** Least average length of the names that the product declares, in characters. */
const MIN_NAME_LENGTH = 9
/** Commits before this rule existed keep their subjects. */
const SUBJECTS_CHECKED_SINCE = '2026-11-24T12:30:00Z'

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const tracked = git('ls-files', '--', ...paths).filter((file) => /\.(tsx?|md)$/.test(file))
const sources = new Map(tracked.map((file) => [file, readFileSync(inRoot(file), 'utf8')]))

const findings = (await Promise.all([...sources].map(([file, source]) => lintProse(file, source)))).flat()
for (const { file, line, rule, message } of findings) console.error(`${file}:${line} [${rule}] ${message}`)

const subjects = git('log', '--format=%h %s', `--since=${SUBJECTS_CHECKED_SINCE}`)
let refusedSubjects = 0
for (const line of subjects) {
  const [, hash, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
  const reason = checkSubject(subject)
  if (reason) {
    refusedSubjects++
    console.error(`${hash} [commit] ${subject}: ${reason}`)
  }
}

const code = new Map([...sources].filter(([file]) => /^src\/.*(?<!\.test)\.tsx?$/.test(file)))
const { comments, markersPerThousand, relativeOpenings, identifierLength } = proseFigures(code)
const hasShortNames = paths.length === 0 && identifierLength < MIN_NAME_LENGTH
if (hasShortNames) console.error(`src [names] declared names average ${identifierLength.toFixed(2)} characters`)

const total = findings.length + refusedSubjects + Number(hasShortNames)
if (process.argv.includes('--figures')) {
  console.log(
    `${comments} comments: ${markersPerThousand.toFixed(1)} marker words per 1,000 words, ` +
      `${(100 * relativeOpenings).toFixed(1)} % open with a relative clause; ` +
      `declared names average ${identifierLength.toFixed(1)} characters`,
  )
}
console.log(`Prose: ${sources.size} files, ${total === 0 ? 'no' : total} findings`)
process.exitCode = total === 0 ? 0 : 1

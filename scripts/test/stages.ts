// Stages of "npm test" and "npm run verify". Checks come first, the longest of them at the beginning, because two run at a
// time; the others follow in this order.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { inRoot } from '../repository.ts'
import { type Counts, playwrightCounts, settle, vitestCounts } from './counts.ts'
import { type Command, type Print, runCommand } from './stage-process.ts'

/** A program that a stage needs. */
export type Need = 'browser' | 'nginx' | 'postgres'

/**
 * Runs a stage and prints what happens, by `print` or directly; never throws for a failing test. Everything it started is
 * killed after `limitMs`: at most the minutes of the stage, less when the whole run has little time left.
 */
type Run = (limitMs: number, print?: Print) => Promise<Counts>

/** One step of the tests. `isCheck`: uses one core and nothing of the other stages, so that two run at a time. */
export type Stage = {
  name: string
  says: string
  minutes: number
  needs?: Need[]
  verify?: boolean
  isCheck?: boolean
  run: Run
}

const REPORTS = inRoot('.cache', 'test-reports')

const node = (script: string, ...args: string[]): Command => ({
  file: process.execPath,
  args: [inRoot(script), ...args],
})
const TSC = 'node_modules/typescript/bin/tsc'
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const KNIP = 'node_modules/knip/bin/knip.js'
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

// Colors are for terminals. Playwright and vitest read opposite variables, and Biome none.
const plain = !process.stdout.isTTY
const withoutColors = (variables: Record<string, string>) => (plain ? variables : {})

/** A check has no tests inside: it counts as one. */
function check(command: Command): Pick<Stage, 'isCheck' | 'run'> {
  const run: Run = async (limitMs, print) => {
    const code = await runCommand(command, limitMs, print)
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  }
  return { isCheck: true, run }
}

/** A test runner that writes a JSON report to the given file. */
async function reported<Report>(command: Command, file: string, read: (report: Report) => Counts, limitMs: number) {
  rmSync(file, { force: true })
  const code = await runCommand(command, limitMs)
  return settle(code, existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
}

function vitest(project: string): Run {
  const file = inRoot('.cache', 'test-reports', `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--project', project, ...reporters]
  const command = { ...node(VITEST, ...args), env: withoutColors({ NO_COLOR: '1' }) }
  return (limitMs) => reported(command, file, vitestCounts, limitMs)
}

function playwright(): Run {
  const file = `${REPORTS}/journeys.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...withoutColors({ FORCE_COLOR: '0' }) }
  const command = { ...node(PLAYWRIGHT, 'test', '--reporter=list,json'), env }
  return (limitMs) => reported(command, file, playwrightCounts, limitMs)
}

export const stages: Stage[] = [
  { name: 'types', says: 'TypeScript, every project', minutes: 4, verify: true, ...check(node(TSC, '-b')) },
  { name: 'build', says: 'the production build', minutes: 3, ...check(node('scripts/build.mjs')) },
  {
    name: 'structure',
    says: 'imports, names and lengths against ARCHITECTURE.md',
    minutes: 2,
    verify: true,
    ...check(node('scripts/check-structure.mjs')),
  },
  {
    name: 'lint',
    says: 'Biome, lint and format',
    minutes: 2,
    verify: true,
    ...check(node(BIOME, 'ci', '.', '--error-on-warnings', ...(plain ? ['--colors=off'] : []))),
  },
  {
    name: 'api',
    says: 'the OpenAPI document, by the rules of Redocly',
    minutes: 2,
    verify: true,
    ...check(node('scripts/check-api.mjs')),
  },
  {
    name: 'unused',
    says: 'files, exports and dependencies that nothing uses, by knip.json',
    minutes: 2,
    verify: true,
    ...check(node(KNIP, '--no-progress')),
  },
  {
    name: 'prose',
    says: 'comments, interface texts, titles of tests, documents and commit subjects against docs/writing.md',
    minutes: 2,
    verify: true,
    ...check(node('scripts/check-prose.ts')),
  },
  { name: 'unit', says: 'unit tests', minutes: 6, verify: true, run: vitest('unit') },
  {
    name: 'pglite',
    says: 'database tests on PGlite that can differ by database',
    minutes: 10,
    run: vitest('pglite'),
  },
  {
    name: 'postgres',
    says: 'database tests on PostgreSQL',
    minutes: 20,
    needs: ['postgres'],
    run: vitest('postgres'),
  },
  {
    name: 'journeys',
    says: 'end-to-end tests in a real browser, on both databases',
    minutes: 60,
    needs: ['browser', 'nginx', 'postgres'],
    run: playwright(),
  },
]

// Gets what the stages need, runs them and counts: first the checks, two at a time, then the others one after the other.
import path from 'node:path'
import { inspect } from 'node:util'
import { ensureBrowser } from '../../tests/support/browser/browser-binary.ts'
import { ensurePostgres } from '../../tests/support/database/postgres-server.ts'
import { ensureNginx } from '../../tests/support/network/nginx-server.ts'
import { type Counts, total } from './counts.ts'
import type { Print } from './stage-process.ts'
import { type Need, type Stage, stages } from './stages.ts'

// Some forty minutes are what a run takes on two cores. One that takes twice that hangs: what is left then fails.
const TOTAL_MS = 80 * 60_000

/** Checks that run at the same time: each uses one core. */
const MAX_CONCURRENT_CHECKS = 2

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** The stages that the arguments ask for: all, the quick ones, or those named. */
function chosen(args: string[]): Stage[] {
  if (args.includes('--verify')) return stages.filter((stage) => stage.verify)
  const unknown = args.filter((name) => !stages.some((stage) => stage.name === name))
  if (unknown.length > 0) throw new Error(`No such stage: ${unknown.join(', ')}`)
  return args.length === 0 ? stages : stages.filter((stage) => args.includes(stage.name))
}

const PROVIDERS: Record<Need, () => Promise<string>> = {
  async browser() {
    const executable = await ensureBrowser((line) => console.log(line))
    process.env.CHROME_PATH = executable
    return executable
  },
  nginx: () => ensureNginx((line) => console.log(line)),
  postgres: () => ensurePostgres((line) => console.log(line)),
}

/** Looks for what the stages need and fetches what is missing. @returns what could not be had, with the reason */
async function provide(wanted: Set<Need>): Promise<Map<Need, string>> {
  const missing = new Map<Need, string>()
  for (const need of wanted) {
    try {
      console.log(`  ${need}: ${await PROVIDERS[need]()}`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      console.log(`  ${need}: ${reason}`)
      missing.set(need, reason)
    }
  }
  return missing
}

/**
 * Runs one stage; what goes wrong around its tests is a failure of the stage.
 * @param print receives the output; without it, the output goes to ours
 */
async function runStage(stage: Stage, missing: Map<Need, string>, leftMs: number, print?: Print): Promise<Counts> {
  const started = performance.now()
  const say = (line: string) => (print ? print(`${line}\n`) : console.log(line))
  say(`\n── ${stage.name}: ${stage.says}`)
  let counts: Counts = { passed: 0, failed: 1 }
  const reason = stage.needs?.map((need) => missing.get(need)).find((found) => found !== undefined)
  try {
    if (reason) say(`Cannot run: ${reason}`)
    else if (leftMs <= 0) say(`Cannot run: the ${TOTAL_MS / 60_000} minutes are over`)
    else counts = await stage.run(Math.min(stage.minutes * 60_000, leftMs), print)
  } catch (error) {
    say(inspect(error))
  }
  say(`   ${stage.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(started)}`)
  return counts
}

/** Runs checks at the same time and prints the output of each at its end, so that it stays together. */
async function runChecks(checks: Stage[], run: (stage: Stage, print?: Print) => Promise<Counts>): Promise<Counts[]> {
  if (checks.length === 1) return Promise.all(checks.map((stage) => run(stage)))
  const waiting = [...checks]
  const results: Counts[] = []
  const lane = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      let output = ''
      results.push(
        await run(stage, (text) => {
          output += text
        }),
      )
      process.stdout.write(output)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CHECKS }, lane))
  return results
}

/**
 * Runs the tests; the last line printed is exactly `N passed, N failed`.
 * @param args stage names, or `--verify`; none runs everything
 * @returns the exit code: 0 when every stage ran and nothing failed
 */
export async function runTests(args: string[]): Promise<number> {
  const started = performance.now()
  const run = chosen(args)
  process.env.PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`
  console.log(`Running, on Node ${process.versions.node}:`)
  for (const stage of run) console.log(`  ${stage.name.padEnd(10)} ${stage.says}`)
  const needs = new Set(run.flatMap((stage) => stage.needs ?? []))
  if (needs.size > 0) console.log('Looking for what that needs:')
  const missing = await provide(needs)
  const runOne = (stage: Stage, print?: Print) =>
    runStage(stage, missing, TOTAL_MS - (performance.now() - started), print)
  const [checks, others] = [run.filter(({ isCheck }) => isCheck), run.filter(({ isCheck }) => !isCheck)]
  const results = await runChecks(checks, runOne)
  for (const stage of others) results.push(await runOne(stage))
  const { passed, failed, failures = [] } = total(results)
  // Once more at the end: of a long record, that is the part which is read.
  if (failures.length > 0) console.log(`\nWhat failed:\n\n  ${failures.join('\n\n  ')}`)
  console.log(`\nAll stages: ${seconds(started)}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

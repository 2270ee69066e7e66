// The bootstrap as its users meet it: commands, exit codes and signals of real processes.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot, root } from '../repository.ts'

const processes = inRoot('scripts', 'bootstrap', 'process.mjs')

/** Runs a module given as text. */
const evaluate = (text: string) => [process.execPath, ['--input-type=module', '-e', text]] as const

test('a project script gets its arguments and returns its exit code', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bootstrap-'))
  try {
    const args = [inRoot('scripts', 'run.mjs'), 'scripts/check-structure.mjs', folder]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stdout).toBe('Structure: 0 files, no findings\n')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the command of a dependency runs under the pinned Node', () => {
  const { status, stdout } = spawnSync(process.execPath, [inRoot('scripts', 'run.mjs'), 'vite', '--version'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^vite\/\d.* node-v24\./)
  expect(status).toBe(0)
})

test('an unknown command is reported', () => {
  const { status, stderr } = spawnSync(process.execPath, [inRoot('scripts', 'run.mjs'), 'no-such-command'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('There is nothing to run called "no-such-command"\n')
  expect(status).toBe(1)
})

test('a process that replaces itself ends with the exit code of the new one', () => {
  const become = `import { become } from ${JSON.stringify(processes)}\nawait become(process.execPath, `
  expect(spawnSync(...evaluate(`${become}['-e', 'process.exit(7)'])`)).status).toBe(7)
})

test('a child process ends with its own code, or with 128 plus the number of the signal', () => {
  const run = `import { run } from ${JSON.stringify(processes)}\nprocess.exit(await run(process.execPath, `
  expect(spawnSync(...evaluate(`${run}['-e', 'process.exit(5)']))`)).status).toBe(5)
  expect(spawnSync(...evaluate(`${run}['-e', 'process.kill(process.pid, "SIGKILL")']))`)).status).toBe(137)
})

test('signals are forwarded to the child process, which decides when to end', async () => {
  const child = 'process.on("SIGTERM", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000)'
  const [file, args] = evaluate(
    `import { run } from ${JSON.stringify(processes)}\nprocess.exit(await run(process.execPath, ['-e', ${JSON.stringify(child)}]))`,
  )
  const parent = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data')
  parent.kill('SIGTERM')
  expect(await once(parent, 'exit')).toEqual([9, null])
})

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** The types of this program know no value of that name: they are neither a browser's nor all of Node's. */
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> }
}

let compiled: Promise<WebAssembly.Module> | undefined
let mayOptimize = false

/**
 * Before `optimizeNewCode`, compiles with V8's fast compiler only. Its optimizing compiler needs 600 MB and a second of
 * processor time for a single function of this module, which every start uses. V8 has such settings for the whole
 * process, and reads them when a function is first used (docs/decisions/0197).
 */
async function compileEngine(): Promise<WebAssembly.Module> {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const engineBytes = await readFile(join(packageFolder, 'pglite.wasm'))
  if (!mayOptimize) {
    // Without dynamic tiering, V8 optimizes every function at once unless this is off, too.
    setFlagsFromString('--no-wasm-tier-up')
    setFlagsFromString('--no-wasm-dynamic-tiering')
  }
  return assembly.compile(engineBytes)
}

/** Lets V8 optimize the code that is first used from now on: that of other modules, and rare functions of this one. */
export function optimizeNewCode(): void {
  mayOptimize = true
  setFlagsFromString('--wasm-dynamic-tiering')
}

/** PostgreSQL's machine code, compiled once for every thread and every reopening. */
export function engine(): Promise<WebAssembly.Module> {
  compiled ??= compileEngine()
  return compiled
}

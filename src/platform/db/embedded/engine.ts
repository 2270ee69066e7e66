import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The types of this program know no value of that name: they are neither a browser's nor all of Node's. */
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** PostgreSQL's machine code, compiled once for every thread and every reopening. */
export function engine(): Promise<WebAssembly.Module> {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  compiled ??= readFile(join(packageFolder, 'pglite.wasm')).then((engineBytes) => assembly.compile(engineBytes))
  return compiled
}

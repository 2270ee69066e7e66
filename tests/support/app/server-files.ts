// The server as `npm start` runs it.
import { readFileSync } from 'node:fs'
import { inRoot, root } from '../../../scripts/repository.ts'

export const ROOT = root

/** The server in one file: `npm run build` makes it. */
export const SERVER = inRoot('dist', 'server', 'main.mjs')

export const NODE_FLAGS: string[] = JSON.parse(readFileSync(inRoot('scripts', 'node-flags.json'), 'utf8'))

/** Environment of every process of the product: none of it configures it. Code is compiled once for all of them. */
export function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env
  return { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') }
}

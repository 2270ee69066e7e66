// The server as `npm start` runs it.
import { readFileSync } from 'node:fs'
import { inRoot, root } from '../../../scripts/repository.ts'

export const ROOT = root

/** The server in one file: `npm run build` makes it. */
export const SERVER = inRoot('dist', 'server', 'main.mjs')

const settings: { flags: string[]; environment: Record<string, string> } = JSON.parse(
  readFileSync(inRoot('scripts', 'server-process.json'), 'utf8'),
)
export const NODE_FLAGS = settings.flags

/** Environment of every process of the product: none of it configures it. Code is compiled once for all of them. */
export function plainEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env
  return { ...settings.environment, PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') }
}

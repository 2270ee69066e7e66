// Reads the project's own files for the structure check.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Every file that is checked: path relative to the root, with `/`, to its text. */
export type Sources = ReadonlyMap<string, string>

/** Something that breaks a rule, and where. `line` counts from 1. */
export type Finding = { file: string; line?: number; rule: Rule; message: string }

/** The rules; each has fixtures in scripts/check-structure.test.ts that make it fire. */
export type Rule =
  | 'place'
  | 'direction'
  | 'order'
  | 'surface'
  | 'builtin'
  | 'computed'
  | 'missing'
  | 'cycle'
  | 'length'
  | 'folder'
  | 'name'
  | 'migration'
  | 'suppression'
  | 'polled text'
  | 'syntax'

/** Output of `npm run build:packages`. */
const BUILT = /^packages\/[^/]+\/dist\//
const FOLDERS = ['src', 'packages', 'scripts', 'tests', 'migrations']

/** Files whose imports are read and whose names and lengths are checked. */
export const isCode = (file: string): boolean => /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|css|scss|less)$/.test(file)

/** Files that change the database. */
export const isMigration = (file: string): boolean => /^migrations\/[^/]+\.sql$/.test(file)

/** Code that has imports. */
export const isScript = (file: string): boolean => isCode(file) && !/\.(css|scss|less)$/.test(file)

/** Tests may import anything, and nothing else may import them. */
export const isTest = (file: string): boolean => file.startsWith('tests/') || /\.test\.tsx?$/.test(file)

/**
 * Reads the checked folders and the configuration files at the root.
 * @param root absolute path of the repository
 * @returns text of code files and migrations; other files are listed with an empty text, so that imports of them resolve
 */
export function readSources(root: string): Sources {
  const sources = new Map<string, string>()
  const add = (file: string) =>
    sources.set(file, isCode(file) || isMigration(file) ? readFileSync(path.join(root, file), 'utf8') : '')
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() && isCode(entry.name)) add(entry.name)
    if (!entry.isDirectory() || !FOLDERS.includes(entry.name)) continue
    for (const inner of readdirSync(path.join(root, entry.name), { recursive: true, withFileTypes: true })) {
      const file = path.relative(root, path.join(inner.parentPath, inner.name)).split(path.sep).join('/')
      if (inner.isFile() && !BUILT.test(file)) add(file)
    }
  }
  return sources
}

import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** @param {string[]} parts @returns {string} an absolute path below the root */
export const inRoot = (...parts) => path.join(root, ...parts)

/** Says one line about the set-up, on standard error, so that standard output stays the command's own. */
export const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`)

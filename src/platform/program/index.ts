import { existsSync } from 'node:fs'
import path from 'node:path'

export { processStat, TICKS_PER_SECOND } from './process-stat.ts'

/** The program's folder, from its sources and from the one file that is built of them alike. */
function findProgram(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from
  const above = path.dirname(from)
  if (above === from) throw new Error('The program is not in its folder: there is no package.json above it.')
  return findProgram(above)
}

const PROGRAM = findProgram(import.meta.dirname)

/** Returns the absolute path of a file of the program: `inProgram('migrations')`. */
export const inProgram = (...parts: string[]): string => path.join(PROGRAM, ...parts)

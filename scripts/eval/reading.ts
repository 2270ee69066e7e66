// npm run eval -- reading --data FOLDER [--all]
// Reads every file of a folder that has its true text beside it (FILE.txt for FILE) and prints what was kept. Pages
// (.html) are read as those of one website. In a true text, a line with tabs is a row of a table and fences mark code.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createParser } from '../../src/features/knowledge/server/parsing/parser.ts'
import { compare } from './reading/compare.ts'
import { printReadings, type Reading } from './reading/report.ts'

const SIDE_BY_SIDE = 2

/** Reads the files of a folder and prints how their texts agree with the truth. */
export async function measureReading(folder: string, all: boolean): Promise<void> {
  const parser = createParser()
  const names = globSync('**/*', { cwd: folder }).filter((name) => existsSync(path.join(folder, `${name}.txt`)))
  const waiting = names.sort().entries()
  const readings: Reading[] = []
  const readOne = async (name: string): Promise<string> => {
    const bytes = readFileSync(path.join(folder, name))
    if (/\.html?$/i.test(name)) {
      const address = `https://site.test/${name}`
      return (await parser.page({ bytes, contentType: 'text/html', address })).text
    }
    return (await parser.document({ name: path.basename(name), bytes })).text
  }
  const take = async () => {
    for (const [index, name] of waiting) {
      const truth = readFileSync(path.join(folder, `${name}.txt`), 'utf8')
      const kind = path.extname(name).slice(1).toLowerCase()
      try {
        readings[index] = { name, kind, agreement: compare(await readOne(name), truth), reason: null }
      } catch (error) {
        readings[index] = {
          name,
          kind,
          agreement: null,
          reason: error instanceof Error ? error.message : String(error),
        }
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take))
  await parser.close()
  printReadings(readings, all)
}

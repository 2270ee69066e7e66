import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ModelManifest } from './model-manifest.ts'

/** A failure that the operator can act on. */
export class ModelError extends Error {}

export const getAgain = (source: string): string => `Run "npm run model:get -- ${source}" again.`

/** Reads a model's files and compares their checksums. Throws ModelError where one is missing or different. */
export function readModelFiles(folder: string, { source, files }: ModelManifest): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (const file of files) {
    const at = path.join(folder, file.path)
    let content: Buffer
    try {
      content = readFileSync(at)
    } catch (error) {
      throw new ModelError(`${at} cannot be read. ${getAgain(source)}`, { cause: error })
    }
    if (createHash('sha256').update(content).digest('hex') !== file.sha256)
      throw new ModelError(`${at} has another checksum than at its download. ${getAgain(source)}`)
    contents.set(file.path, content)
  }
  return contents
}

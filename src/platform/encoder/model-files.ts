import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ModelManifest } from './model-manifest.ts'

/** A failure that the operator can act on. */
export class ModelError extends Error {}

export const getAgain = (modelSource: string): string => `Run "npm run model:get -- ${modelSource}" again.`

/** Reads a model's files and compares their checksums. Throws ModelError where one is missing or different. */
export function readModelFiles(modelFolder: string, { source, files }: ModelManifest): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (const manifestFile of files) {
    const filePath = path.join(modelFolder, manifestFile.path)
    let fileContent: Buffer
    try {
      fileContent = readFileSync(filePath)
    } catch (error) {
      throw new ModelError(`${filePath} cannot be read. ${getAgain(source)}`, { cause: error })
    }
    if (createHash('sha256').update(fileContent).digest('hex') !== manifestFile.sha256)
      throw new ModelError(`${filePath} has another checksum than at its download. ${getAgain(source)}`)
    contents.set(manifestFile.path, fileContent)
  }
  return contents
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inProgram } from '../program/index.ts'
import { getAgain, ModelError } from './model-files.ts'
import { type ModelManifest, modelManifest } from './model-manifest.ts'

const MANIFEST = 'manifest.json'
/** As SEMANTIC can have it. */
export const MODEL_NAME = /^[A-Za-z0-9][\w.-]*$/

export interface LocalModel {
  folder: string
  manifest: ModelManifest
  /** Name of the space of its vectors: other weights or conventions have another name. */
  vectorSpace: string
}

/** Folder of the models of an installation. */
export const modelsFolder = (dataFolder: string): string => path.join(dataFolder, 'models')

export const manifestPath = (modelFolder: string): string => path.join(modelFolder, MANIFEST)

function readManifest(modelFolder: string): ModelManifest | null {
  try {
    return modelManifest.parse(JSON.parse(readFileSync(manifestPath(modelFolder), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ModelError(`${manifestPath(modelFolder)} cannot be read. ${getAgain(path.basename(modelFolder))}`, {
      cause: error,
    })
  }
}

/** Looks in the data folder, then in the program's, where images have their model. Throws ModelError without the model. */
export function findLocalModel(dataFolder: string, modelName: string): LocalModel {
  for (const modelsParent of [modelsFolder(dataFolder), inProgram('models')]) {
    const modelFolder = path.join(modelsParent, modelName)
    const manifest = readManifest(modelFolder)
    if (!manifest) continue
    const weightsDigest = manifest.files.find((manifestFile) => manifestFile.path === manifest.model)?.sha256
    const modelDigest = createHash('sha256')
      .update(JSON.stringify([weightsDigest, manifest.conventions]))
      .digest('hex')
    return { folder: modelFolder, manifest, vectorSpace: `${modelName}@${modelDigest.slice(0, 12)}` }
  }
  throw new ModelError(
    `SEMANTIC=local:${modelName}: the model is not in ${modelsFolder(dataFolder)}. Run "npm run model:get -- ${modelName}" and start again.`,
  )
}

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
export const modelsFolder = (dataDir: string): string => path.join(dataDir, 'models')

export const manifestPath = (folder: string): string => path.join(folder, MANIFEST)

function readManifest(folder: string): ModelManifest | null {
  try {
    return modelManifest.parse(JSON.parse(readFileSync(manifestPath(folder), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ModelError(`${manifestPath(folder)} cannot be read. ${getAgain(path.basename(folder))}`, { cause: error })
  }
}

/** Looks in the data folder, then in the program's, where images have their model. Throws ModelError without the model. */
export function findLocalModel(dataDir: string, name: string): LocalModel {
  for (const models of [modelsFolder(dataDir), inProgram('models')]) {
    const folder = path.join(models, name)
    const manifest = readManifest(folder)
    if (!manifest) continue
    const weights = manifest.files.find((file) => file.path === manifest.model)?.sha256
    const digest = createHash('sha256')
      .update(JSON.stringify([weights, manifest.conventions]))
      .digest('hex')
    return { folder, manifest, vectorSpace: `${name}@${digest.slice(0, 12)}` }
  }
  throw new ModelError(
    `SEMANTIC=local:${name}: the model is not in ${modelsFolder(dataDir)}. Run "npm run model:get -- ${name}" and start again.`,
  )
}

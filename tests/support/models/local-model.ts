// A tiny model in the folder of models, as `model:get` copies it from a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getModel, modelsFolder } from '../../../src/platform/encoder/index.ts'
import { tinyEncoder } from './tiny-encoder.ts'

/** Writes files of a model into a new folder with this name, inside of `parent`; returns its path. */
export async function writeModel(parent: string, name: string, files: Map<string, Buffer>): Promise<string> {
  const folder = path.join(parent, name)
  for (const [file, content] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), content)
  }
  return folder
}

/** Copies a tiny model, with these files in addition, into the data folder; returns the folder that it is in. */
export async function installTinyModel(
  dataDir: string,
  name: string,
  { files = {}, languages = ['any'] }: { files?: Record<string, unknown>; languages?: string[] } = {},
): Promise<string> {
  const { folder } = await getModel({
    source: await writeModel(path.join(dataDir, 'model-source'), name, tinyEncoder({ files })),
    hub: new URL('http://hub.invalid'),
    to: modelsFolder(dataDir),
    file: null,
    languages,
    onProgress: () => {},
  })
  return folder
}

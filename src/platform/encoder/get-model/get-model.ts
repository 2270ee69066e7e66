import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readConventions } from '../model-conventions.ts'
import { ModelError } from '../model-files.ts'
import { MODEL_NAME, manifestPath } from '../model-folder.ts'
import type { ModelManifest } from '../model-manifest.ts'
import { openFolderSource } from './folder-source.ts'
import { openHubSource } from './hub-source.ts'
import { chooseFiles, type SourceFile } from './model-source.ts'

/** Vocabularies of one language have 21,000 to 50,000 pieces, multilingual ones from 105,000 on. */
const MULTILINGUAL_VOCABULARY = 60_000

export interface GetModelOptions {
  /** Folder with the model, or its name on the hub with or without the owner. */
  source: string
  hub: URL
  /** Folder of all models. */
  to: string
  /** ONNX file to use; null for the usual one. */
  file: string | null
  /** Codes of the model's languages, `any` for all; null for those that its source states. */
  languages: string[] | null
  onProgress(done: number, total: number): void
}

export interface GottenModel {
  folder: string
  /** Value of SEMANTIC that uses it. */
  semantic: string
  bytes: number
  languages: string[] | null
}

const isFolder = (sourceName: string): Promise<boolean> =>
  stat(sourceName).then(
    (sourceStatus) => sourceStatus.isDirectory(),
    () => false,
  )

/**
 * Downloads or copies a sentence encoder into the folder of models, in place of one with the same name. What an
 * interrupted download left is continued. Throws ModelError.
 */
export async function getModel(modelOptions: GetModelOptions): Promise<GottenModel> {
  const modelSource = (await isFolder(modelOptions.source))
    ? await openFolderSource(modelOptions.source)
    : await openHubSource(modelOptions.hub, modelOptions.source)
  const { model, chosen } = chooseFiles(modelSource, modelOptions.file)
  const modelName = path.posix.basename(modelSource.source)
  if (!MODEL_NAME.test(modelName))
    throw new ModelError(
      `"${modelName}" cannot be a model's name: use letters, digits, dots and hyphens for the folder.`,
    )
  const [folder, arriving, complete] = [modelName, `.${modelName}.arriving`, `.${modelName}.complete`].map(
    (folderName) => path.join(modelOptions.to, folderName),
  ) as [string, string, string]
  await mkdir(arriving, { recursive: true })
  const totalBytes = chosen.reduce((byteSum, { bytes }) => byteSum + bytes, 0)
  let doneBytes = 0
  const reportBytes = (arrivedBytes: number) => {
    doneBytes += arrivedBytes
    modelOptions.onProgress(doneBytes, totalBytes)
  }
  const arrivedFiles: { file: SourceFile; at: string; sha256: string }[] = []
  for (const sourceFile of chosen) {
    // The checksum in the name: a file that has changed at its source is not continued.
    const arrivalPath = path.join(
      arriving,
      `${encodeURIComponent(sourceFile.path)}.${sourceFile.checksum?.digest ?? 'copy'}`,
    )
    await modelSource.fetchFile(sourceFile, arrivalPath, reportBytes)
    arrivedFiles.push({ file: sourceFile, at: arrivalPath, sha256: await verifyFile(sourceFile, arrivalPath) })
  }
  await rm(complete, { recursive: true, force: true })
  for (const { file, at } of arrivedFiles) {
    const targetPath = path.join(complete, file.path)
    await mkdir(path.dirname(targetPath), { recursive: true })
    await rename(at, targetPath)
  }
  const contents = await readJsonFiles(complete, chosen)
  const languages = languagesOf(modelOptions.languages ?? modelSource.languages, contents.get('tokenizer.json'))
  const manifest: ModelManifest = {
    source: modelSource.source,
    revision: modelSource.revision,
    languages,
    model,
    conventions: readConventions(modelName, (fileName) => contents.get(fileName)),
    files: arrivedFiles.map(({ file, sha256 }) => ({ path: file.path, bytes: file.bytes, sha256 })),
  }
  await writeFile(manifestPath(complete), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
  await rename(complete, folder)
  await rm(arriving, { recursive: true, force: true })
  return { folder, semantic: `local:${modelName}`, bytes: totalBytes, languages }
}

/** Returns the file's SHA-256. Deletes a file that is not what its source states. */
async function verifyFile(sourceFile: SourceFile, arrivalPath: string): Promise<string> {
  const sha256Hash = createHash('sha256')
  const gitBlobHash = createHash('sha1').update(`blob ${sourceFile.bytes}\0`)
  for await (const fileChunk of createReadStream(arrivalPath)) {
    sha256Hash.update(fileChunk as Buffer)
    gitBlobHash.update(fileChunk as Buffer)
  }
  const actualDigests = { sha256: sha256Hash.digest('hex'), 'git-sha1': gitBlobHash.digest('hex') }
  if (sourceFile.checksum && actualDigests[sourceFile.checksum.algorithm] !== sourceFile.checksum.digest) {
    await rm(arrivalPath)
    throw new ModelError(
      `${sourceFile.path} has another checksum than its source states; it was deleted. Run the command again.`,
    )
  }
  return actualDigests.sha256
}

const tokenizerFile = z.looseObject({
  model: z.looseObject({ vocab: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) }),
})

async function readJsonFiles(modelFolder: string, sourceFiles: readonly SourceFile[]): Promise<Map<string, unknown>> {
  const contents = new Map<string, unknown>()
  for (const { path: file } of sourceFiles.filter((sourceFile) => sourceFile.path.endsWith('.json')))
    contents.set(file, JSON.parse(await readFile(path.join(modelFolder, file), 'utf8')))
  return contents
}

/** The known languages; without any, a large vocabulary means that the model knows many, a small one English. */
function languagesOf(statedLanguages: string[] | null, tokenizer: unknown): string[] | null {
  if (statedLanguages && statedLanguages.length > 0) {
    const languageCodes = statedLanguages.map((languageCode) => languageCode.toLowerCase().split('-')[0]!)
    return languageCodes.includes('multilingual') || languageCodes.includes('any')
      ? null
      : [...new Set(languageCodes)].sort()
  }
  const { vocab } = tokenizerFile.parse(tokenizer).model
  return Object.keys(vocab).length > MULTILINGUAL_VOCABULARY ? null : ['en']
}

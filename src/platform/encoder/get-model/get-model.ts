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

const isFolder = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Downloads or copies a sentence encoder into the folder of models, in place of one with the same name. What an
 * interrupted download left is continued. Throws ModelError.
 */
export async function getModel(options: GetModelOptions): Promise<GottenModel> {
  const source = (await isFolder(options.source))
    ? await openFolderSource(options.source)
    : await openHubSource(options.hub, options.source)
  const { model, chosen } = chooseFiles(source, options.file)
  const name = path.posix.basename(source.source)
  if (!MODEL_NAME.test(name))
    throw new ModelError(`"${name}" cannot be a model's name: use letters, digits, dots and hyphens for the folder.`)
  const [folder, arriving, complete] = [name, `.${name}.arriving`, `.${name}.complete`].map((one) =>
    path.join(options.to, one),
  ) as [string, string, string]
  await mkdir(arriving, { recursive: true })
  const total = chosen.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const onBytes = (bytes: number) => {
    done += bytes
    options.onProgress(done, total)
  }
  const arrived: { file: SourceFile; at: string; sha256: string }[] = []
  for (const file of chosen) {
    // The checksum in the name: a file that has changed at its source is not continued.
    const at = path.join(arriving, `${encodeURIComponent(file.path)}.${file.checksum?.digest ?? 'copy'}`)
    await source.fetchFile(file, at, onBytes)
    arrived.push({ file, at, sha256: await verify(file, at) })
  }
  await rm(complete, { recursive: true, force: true })
  for (const { file, at } of arrived) {
    const target = path.join(complete, file.path)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(at, target)
  }
  const contents = await readJsonFiles(complete, chosen)
  const languages = languagesOf(options.languages ?? source.languages, contents.get('tokenizer.json'))
  const manifest: ModelManifest = {
    source: source.source,
    revision: source.revision,
    languages,
    model,
    conventions: readConventions(name, (file) => contents.get(file)),
    files: arrived.map(({ file, sha256 }) => ({ path: file.path, bytes: file.bytes, sha256 })),
  }
  await writeFile(manifestPath(complete), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
  await rename(complete, folder)
  await rm(arriving, { recursive: true, force: true })
  return { folder, semantic: `local:${name}`, bytes: total, languages }
}

/** Returns the file's SHA-256. Deletes a file that is not what its source states. */
async function verify(file: SourceFile, at: string): Promise<string> {
  const sha256 = createHash('sha256')
  const gitSha1 = createHash('sha1').update(`blob ${file.bytes}\0`)
  for await (const chunk of createReadStream(at)) {
    sha256.update(chunk as Buffer)
    gitSha1.update(chunk as Buffer)
  }
  const digests = { sha256: sha256.digest('hex'), 'git-sha1': gitSha1.digest('hex') }
  if (file.checksum && digests[file.checksum.algorithm] !== file.checksum.digest) {
    await rm(at)
    throw new ModelError(
      `${file.path} has another checksum than its source states; it was deleted. Run the command again.`,
    )
  }
  return digests.sha256
}

const tokenizerFile = z.looseObject({
  model: z.looseObject({ vocab: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]) }),
})

async function readJsonFiles(folder: string, files: readonly SourceFile[]): Promise<Map<string, unknown>> {
  const contents = new Map<string, unknown>()
  for (const { path: file } of files.filter((one) => one.path.endsWith('.json')))
    contents.set(file, JSON.parse(await readFile(path.join(folder, file), 'utf8')))
  return contents
}

/** The known languages; without any, a large vocabulary means that the model knows many, a small one English. */
function languagesOf(known: string[] | null, tokenizer: unknown): string[] | null {
  if (known && known.length > 0) {
    const codes = known.map((code) => code.toLowerCase().split('-')[0]!)
    return codes.includes('multilingual') || codes.includes('any') ? null : [...new Set(codes)].sort()
  }
  const { vocab } = tokenizerFile.parse(tokenizer).model
  return Object.keys(vocab).length > MULTILINGUAL_VOCABULARY ? null : ['en']
}

import { z } from 'zod'
import { ModelError } from '../model-files.ts'
import { download } from './download.ts'
import { chooseModelFile, type ModelSource, type SourceFile } from './model-source.ts'

/** Owners under which a name without an owner is looked up, in this order. */
const KNOWN_OWNERS = ['Xenova', 'onnx-community', 'sentence-transformers', 'intfloat']
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/
/** A path of the hub becomes a path of the data folder. */
const SAFE_PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/

/** It becomes part of a file's name. */
const digestSchema = z.string().regex(/^[0-9a-f]+$/)
const repository = z.object({
  sha: z.string(),
  cardData: z.object({ language: z.union([z.string(), z.array(z.string())]).nullish() }).nullish(),
})
const treeEntry = z.object({
  type: z.string(),
  path: z.string(),
  size: z.number(),
  oid: digestSchema,
  /** Large files: the repository has a pointer, whose `oid` is the SHA-256 of the content. */
  lfs: z.object({ oid: digestSchema, size: z.number() }).optional(),
})

/** A mirror may have a path of its own. */
const addressUnder = (hubUrl: URL, hubPath: string): URL =>
  new URL(hubPath, hubUrl.href.endsWith('/') ? hubUrl : `${hubUrl.href}/`)

/** Opens a repository of the hub by its name, `owner/name` or `name`. Throws ModelError without one that fits. */
export async function openHubSource(hubUrl: URL, repositoryName: string): Promise<ModelSource> {
  const candidates = repositoryName.includes('/')
    ? [repositoryName]
    : KNOWN_OWNERS.map((ownerName) => `${ownerName}/${repositoryName}`)
  for (const candidate of candidates) {
    if (!REPOSITORY.test(candidate))
      throw new ModelError(`"${repositoryName}" is neither a folder nor a name of the hub.`)
    const modelSource = await readRepository(hubUrl, candidate)
    if (modelSource && (candidates.length === 1 || chooseModelFile(modelSource.files, null) !== null))
      return modelSource
  }
  throw new ModelError(`${hubUrl.host} has no public model ${candidates.join(' or ')} that can be used.`)
}

async function readRepository(hubUrl: URL, repositoryName: string): Promise<ModelSource | null> {
  const foundRevision = await fetchJson(addressUnder(hubUrl, `api/models/${repositoryName}/revision/main`))
  if (!foundRevision) return null
  const { sha, cardData } = repository.parse(foundRevision.body)
  const sourceFiles: SourceFile[] = []
  for (
    let pageUrl: URL | null = addressUnder(hubUrl, `api/models/${repositoryName}/tree/${sha}?recursive=true`);
    pageUrl;
  ) {
    const listedPage: ListedPage | null = await fetchJson(pageUrl)
    for (const { type, path, size, oid, lfs } of z.array(treeEntry).parse(listedPage?.body ?? [])) {
      if (type !== 'file' || !SAFE_PATH.test(path)) continue
      const checksum = lfs
        ? { algorithm: 'sha256' as const, digest: lfs.oid }
        : { algorithm: 'git-sha1' as const, digest: oid }
      sourceFiles.push({ path, bytes: lfs?.size ?? size, checksum })
    }
    pageUrl = listedPage?.next ?? null
  }
  const { language } = cardData ?? {}
  return {
    source: repositoryName,
    revision: sha,
    languages: typeof language === 'string' ? [language] : (language ?? null),
    files: sourceFiles,
    // The commit of the list: a repository that changes during the download does not mix two versions.
    fetchFile: (sourceFile, targetPath, reportBytes) =>
      download(addressUnder(hubUrl, `${repositoryName}/resolve/${sha}/${sourceFile.path}`), targetPath, {
        file: sourceFile,
        onBytes: reportBytes,
      }),
  }
}

interface ListedPage {
  body: unknown
  /** Address of the next page of a list. */
  next: URL | null
}

/** Null for a repository that does not exist, or that is not public: the hub answers both in the same way. */
async function fetchJson(requestUrl: URL): Promise<ListedPage | null> {
  const response = await fetch(requestUrl).catch((error: Error) => {
    const failureReason = error.cause instanceof Error ? error.cause.message : error.message
    throw new ModelError(`${requestUrl.host} cannot be reached: ${failureReason}`, { cause: error })
  })
  if ([401, 403, 404].includes(response.status)) return null
  if (!response.ok) throw new ModelError(`${requestUrl.host} answers ${response.status} for ${requestUrl.pathname}.`)
  const nextAddress = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { body: await response.json(), next: nextAddress ? new URL(nextAddress, requestUrl) : null }
}

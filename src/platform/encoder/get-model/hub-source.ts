import { z } from 'zod'
import { ModelError } from '../model-files.ts'
import { download } from './download.ts'
import { chooseModelFile, type ModelSource, type SourceFile } from './model-source.ts'

/** Owners under which a name without an owner is looked up, in this order. */
const OWNERS = ['Xenova', 'onnx-community', 'sentence-transformers', 'intfloat']
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/
/** A path of the hub becomes a path of the data folder. */
const SAFE_PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/

/** It becomes part of a file's name. */
const digest = z.string().regex(/^[0-9a-f]+$/)
const repository = z.object({
  sha: z.string(),
  cardData: z.object({ language: z.union([z.string(), z.array(z.string())]).nullish() }).nullish(),
})
const treeEntry = z.object({
  type: z.string(),
  path: z.string(),
  size: z.number(),
  oid: digest,
  /** Large files: the repository has a pointer, whose `oid` is the SHA-256 of the content. */
  lfs: z.object({ oid: digest, size: z.number() }).optional(),
})

/** A mirror may have a path of its own. */
const under = (hub: URL, path: string): URL => new URL(path, hub.href.endsWith('/') ? hub : `${hub.href}/`)

/** Opens a repository of the hub by its name, `owner/name` or `name`. Throws ModelError without one that fits. */
export async function openHubSource(hub: URL, name: string): Promise<ModelSource> {
  const candidates = name.includes('/') ? [name] : OWNERS.map((owner) => `${owner}/${name}`)
  for (const candidate of candidates) {
    if (!REPOSITORY.test(candidate)) throw new ModelError(`"${name}" is neither a folder nor a name of the hub.`)
    const source = await readRepository(hub, candidate)
    if (source && (candidates.length === 1 || chooseModelFile(source.files, null) !== null)) return source
  }
  throw new ModelError(`${hub.host} has no public model ${candidates.join(' or ')} that can be used.`)
}

async function readRepository(hub: URL, name: string): Promise<ModelSource | null> {
  const found = await getJson(under(hub, `api/models/${name}/revision/main`))
  if (!found) return null
  const { sha, cardData } = repository.parse(found.body)
  const files: SourceFile[] = []
  for (let page: URL | null = under(hub, `api/models/${name}/tree/${sha}?recursive=true`); page; ) {
    const listed: Listed | null = await getJson(page)
    for (const { type, path, size, oid, lfs } of z.array(treeEntry).parse(listed?.body ?? [])) {
      if (type !== 'file' || !SAFE_PATH.test(path)) continue
      const checksum = lfs
        ? { algorithm: 'sha256' as const, digest: lfs.oid }
        : { algorithm: 'git-sha1' as const, digest: oid }
      files.push({ path, bytes: lfs?.size ?? size, checksum })
    }
    page = listed?.next ?? null
  }
  const { language } = cardData ?? {}
  return {
    source: name,
    revision: sha,
    languages: typeof language === 'string' ? [language] : (language ?? null),
    files,
    // The commit of the list: a repository that changes during the download does not mix two versions.
    fetchFile: (file, target, onBytes) =>
      download(under(hub, `${name}/resolve/${sha}/${file.path}`), target, { file, onBytes }),
  }
}

interface Listed {
  body: unknown
  /** Address of the next page of a list. */
  next: URL | null
}

/** Null for a repository that does not exist, or that is not public: the hub answers both in the same way. */
async function getJson(url: URL): Promise<Listed | null> {
  const response = await fetch(url).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new ModelError(`${url.host} cannot be reached: ${reason}`, { cause: error })
  })
  if ([401, 403, 404].includes(response.status)) return null
  if (!response.ok) throw new ModelError(`${url.host} answers ${response.status} for ${url.pathname}.`)
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { body: await response.json(), next: next ? new URL(next, url) : null }
}

import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../kernel/app-error.ts'
import type { S3Config } from '../config/index.ts'
import { checkKey, checkPrefix, type FileStorage, fileNotFound, isKey, savedAs } from './file-storage.ts'
import { isNoFile, translateS3 } from './s3-failures.ts'

const CONNECT_MS = 5_000
/** Without a byte in either direction. */
const SILENCE_MS = 30_000
/** Tries of one request, the first included. */
const ATTEMPTS = 3

/** The client is half a megabyte of code, so it is loaded only when a bucket is configured. */
const load = async () => ({
  ...(await import('@aws-sdk/client-s3')),
  ...(await import('@aws-sdk/lib-storage')),
  ...(await import('@aws-sdk/s3-request-presigner')),
})

type Loaded = Awaited<ReturnType<typeof load>> & { client: S3Client }

async function connect(config: S3Config, silenceMs: number): Promise<Loaded> {
  const loaded = await load()
  const client = new loaded.S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: config.forcePathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    // Services other than Amazon's know no checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { ...loaded, client }
}

/**
 * Files in a bucket of an S3-compatible service, below the configured prefix. Failures of the service are `unavailable`:
 * `storage.unreachable`, `storage.denied`, `storage.bucket`, `storage.failing`. A service that is silent for `silenceMs`
 * is asked again, three times in all.
 */
export function s3Storage(config: S3Config, silenceMs = SILENCE_MS): FileStorage {
  let connecting: Promise<Loaded> | undefined
  const bucket = (): Promise<Loaded> => {
    connecting ??= connect(config, silenceMs)
    return connecting
  }
  const at = (key: string) => ({ Bucket: config.bucket, Key: config.prefix + key })

  async function attempt<T>(work: (s3: Loaded) => Promise<T>): Promise<T> {
    try {
      return await work(await bucket())
    } catch (error) {
      throw translateS3(error)
    }
  }

  async function* content(key: string): AsyncGenerator<Uint8Array> {
    try {
      const { client, GetObjectCommand } = await bucket()
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      if (Body) yield* Body as unknown as AsyncIterable<Uint8Array>
    } catch (error) {
      throw isNoFile(error) ? fileNotFound() : translateS3(error)
    }
  }

  /** A thousand at a time. What other programs put into the bucket under names that are no keys is left out. */
  async function* pages(prefix: string): AsyncGenerator<string[]> {
    let next: string | undefined
    do {
      const page = await attempt(({ client, ListObjectsV2Command }) =>
        client.send(
          new ListObjectsV2Command({
            Bucket: config.bucket,
            Prefix: config.prefix + prefix,
            ...(next ? { ContinuationToken: next } : {}),
          }),
        ),
      )
      yield (page.Contents ?? []).flatMap(({ Key }) => {
        const key = Key?.slice(config.prefix.length) ?? ''
        return isKey(key) ? [key] : []
      })
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next)
  }

  async function* keys(prefix: string): AsyncGenerator<string> {
    for await (const page of pages(prefix)) yield* page
  }

  async function removePage(page: string[]): Promise<void> {
    const Objects = page.map((key) => ({ Key: config.prefix + key }))
    const { Errors = [] } = await attempt(({ client, DeleteObjectsCommand }) =>
      client.send(new DeleteObjectsCommand({ Bucket: config.bucket, Delete: { Objects, Quiet: true } })),
    )
    const [first] = Errors
    if (first) throw translateS3({ name: first.Code, message: first.Message })
  }

  return {
    async put(key, data, { contentType }) {
      checkKey(key)
      const params = { ...at(key), ContentType: contentType }
      if (!(data instanceof Readable)) {
        await attempt(({ client, PutObjectCommand }) => client.send(new PutObjectCommand({ ...params, Body: data })))
        return
      }
      // It may break before it is read from; unheard, that would end the process.
      data.once('error', () => {})
      // The length is unknown: long files are uploaded in parts, which become a file only when all have arrived.
      await attempt(({ client, Upload }) => {
        if (data.errored) throw data.errored
        return new Upload({ client, params: { ...params, Body: data }, queueSize: 2 }).done()
      })
    },

    get(key) {
      return Readable.from(content(checkKey(key)), { objectMode: false })
    },

    async stat(key) {
      checkKey(key)
      return attempt(async ({ client, HeadObjectCommand }) => {
        const found = await client.send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
          if (isNoFile(error)) return null
          throw error
        })
        if (!found) return null
        return {
          size: found.ContentLength ?? 0,
          contentType: found.ContentType ?? 'application/octet-stream',
          modifiedAt: found.LastModified ?? new Date(0),
        }
      })
    },

    async delete(key) {
      checkKey(key)
      await attempt(({ client, DeleteObjectCommand }) => client.send(new DeleteObjectCommand(at(key))))
    },

    async deletePrefix(prefix) {
      if (checkPrefix(prefix) === '')
        throw new AppError('invalid', 'storage.key', 'Deleting everything needs a prefix.')
      for await (const page of pages(prefix)) if (page.length > 0) await removePage(page)
    },

    list(prefix) {
      checkPrefix(prefix)
      return keys(prefix)
    },

    async check() {
      await attempt(({ client, HeadBucketCommand }) =>
        client.send(new HeadBucketCommand({ Bucket: config.bucket })).catch((error: unknown) => {
          // A response to HEAD has no body, so a missing bucket and a missing file look the same.
          throw isNoFile(error) ? { name: 'NoSuchBucket' } : error
        }),
      )
    },

    async signedDownload(key, { fileName, seconds }) {
      checkKey(key)
      if (!config.signedDownloads) return null
      return attempt(({ client, GetObjectCommand, getSignedUrl }) =>
        getSignedUrl(client, new GetObjectCommand({ ...at(key), ResponseContentDisposition: savedAs(fileName) }), {
          expiresIn: seconds,
        }),
      )
    },
  }
}

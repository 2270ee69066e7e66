// A storage service that speaks S3's protocol and checks signatures.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '../../../src/platform/config/index.ts'
import { refusal } from './signature-v4.ts'

interface Stored {
  data: Buffer
  contentType: string
  modifiedAt: Date
}

const KEYS = { accessKeyId: 'AKSTANDIN', secretAccessKey: 'stand/in+secret', region: 'eu-test-1' }
const BUCKET = 'files'
const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  BadDigest: 400,
  SlowDown: 503,
}

const asXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const etag = (data: Buffer) => `"${createHash('md5').update(data).digest('hex')}"`
const fromXml = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => fromXml(text))

class Refused extends Error {}

/** `pageSize`: keys in one answer of a listing. Every request is in `requests`, as `METHOD /path`. */
export async function startS3Server({ pageSize = 1000 }: { pageSize?: number } = {}) {
  const files = new Map<string, Stored>()
  const uploads = new Map<string, { key: string; contentType: string; parts: Map<number, Buffer> }>()
  const requests: string[] = []
  const refused: string[] = []
  let failures = 0
  let nextUpload = 1

  const xml = (res: ServerResponse, text: string) =>
    res.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

  function list(query: URLSearchParams, res: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const found = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = found.slice(0, pageSize)
    const more = found.length > page.length
    const rows = page.map(
      (key) => `<Contents><Key>${asXml(key)}</Key><Size>${files.get(key)?.data.length}</Size></Contents>`,
    )
    const next = more ? `<NextContinuationToken>${asXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    xml(
      res,
      `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    )
  }

  function read(key: string, query: URLSearchParams, head: boolean, res: ServerResponse): void {
    const file = files.get(key)
    // An answer to HEAD has no body to name the error in.
    if (!file && head) return void res.writeHead(404).end()
    if (!file) throw new Refused('NoSuchKey')
    const disposition = query.get('response-content-disposition')
    res.writeHead(200, {
      'content-type': file.contentType,
      'content-length': file.data.length,
      'last-modified': file.modifiedAt.toUTCString(),
      etag: etag(file.data),
      ...(disposition ? { 'content-disposition': disposition } : {}),
    })
    res.end(head ? undefined : file.data)
  }

  function store(key: string, data: Buffer, contentType: string): void {
    files.set(key, { data, contentType, modifiedAt: new Date() })
  }

  function write(key: string, query: URLSearchParams, req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    const part = query.get('partNumber')
    if (part === null) store(key, body, req.headers['content-type'] ?? 'binary/octet-stream')
    else {
      const upload = uploads.get(query.get('uploadId') ?? '')
      if (upload?.key !== key) throw new Refused('NoSuchUpload')
      upload.parts.set(Number(part), body)
    }
    res.writeHead(200, { etag: etag(body) }).end()
  }

  function removeMany(req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    const { 'content-md5': md5, 'x-amz-checksum-crc32': crc } = req.headers
    // The real service takes no such list without a proof that it arrived whole.
    if (!md5 && !crc) throw new Refused('BadDigest')
    for (const key of elements(body.toString(), 'Key')) files.delete(key)
    xml(res, '<DeleteResult></DeleteResult>')
  }

  function upload(key: string, query: URLSearchParams, req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    if (query.has('uploads')) {
      const id = `upload-${nextUpload++}`
      uploads.set(id, { key, contentType: req.headers['content-type'] ?? 'binary/octet-stream', parts: new Map() })
      xml(
        res,
        `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${asXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
      return
    }
    const id = query.get('uploadId') ?? ''
    const found = uploads.get(id)
    if (found?.key !== key) throw new Refused('NoSuchUpload')
    const numbers = elements(body.toString(), 'PartNumber').map(Number)
    store(key, Buffer.concat(numbers.map((n) => found.parts.get(n) ?? Buffer.alloc(0))), found.contentType)
    uploads.delete(id)
    xml(
      res,
      `<CompleteMultipartUploadResult><Key>${asXml(key)}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  function remove(key: string, query: URLSearchParams, res: ServerResponse): void {
    if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '')
    else files.delete(key)
    res.writeHead(204).end()
  }

  function answer(req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    const reason = refusal(req, body, KEYS)
    if (reason) throw new Refused(reason)
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://s3.invalid')
    const [, bucket = '', ...rest] = pathname.split('/')
    if (bucket !== BUCKET) throw new Refused('NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    const { method } = req
    if (key === '') {
      if (method === 'HEAD') res.writeHead(200).end()
      else if (method === 'POST' && query.has('delete')) removeMany(req, body, res)
      else list(query, res)
    } else if (method === 'PUT') write(key, query, req, body, res)
    else if (method === 'POST') upload(key, query, req, body, res)
    else if (method === 'DELETE') remove(key, query, res)
    else read(key, query, method === 'HEAD', res)
  }

  const server = createServer(async (req, res) => {
    const body = await buffer(req).catch(() => null)
    if (body === null) return
    requests.push(`${req.method} ${req.url}`)
    try {
      if (failures > 0) {
        failures--
        throw new Refused('SlowDown')
      }
      answer(req, body, res)
    } catch (error) {
      const code = error instanceof Refused ? error.message : 'InternalError'
      refused.push(code)
      res.writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' })
      res.end(req.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { region, accessKeyId, secretAccessKey } = KEYS

  return {
    files,
    uploads,
    requests,
    /** The codes of the errors it has answered with. */
    refused,
    /** Fails the next requests as a service that has too much to do. */
    fail: (times: number) => {
      failures = times
    },
    config: {
      endpoint,
      region,
      accessKeyId,
      secretAccessKey,
      bucket: BUCKET,
      prefix: '',
      forcePathStyle: true,
      signedDownloads: true,
    } satisfies S3Config,
    /** The same as environment variables. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

import type { Resolver } from './addresses.ts'

export interface GuardedOptions {
  /** Hosts that may be private or on unusual ports: `host` or `host:port`. */
  allowHosts?: readonly string[]
  /** Maximum body size in bytes after decompression; 5 MB by default. */
  maxBytes?: number
  /** Cuts a longer body off at `maxBytes` instead of failing. */
  isCut?: boolean
  /** For everything together, redirects and body included; 15 seconds by default. */
  timeoutMs?: number
  /** 5 by default. With 0 a redirect is returned like any other answer. */
  maxRedirects?: number
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  signal?: AbortSignal
  /** In place of the system's resolver. */
  resolve?: Resolver
}

export interface GuardedResponse {
  /** Any status: a 404 is an answer. */
  status: number
  headers: Headers
  /** Final URL after redirects. */
  url: string
  body: Buffer
  /** The body as text, by the charset of its Content-Type, UTF-8 otherwise. */
  text(): string
}

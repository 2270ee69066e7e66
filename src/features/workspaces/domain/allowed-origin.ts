import { normaliseWebsiteUrl } from './website-url.ts'

declare const URL: new (text: string) => { origin: string }

/**
 * The origin of a website as its owner types it: `shop.example`, `https://Shop.example/path` → `https://shop.example`.
 * Null for what names no single website; a `*` stands for many.
 */
export function allowedOrigin(text: string): string | null {
  const address = normaliseWebsiteUrl(text)
  return address && !address.includes('*') ? new URL(address).origin : null
}

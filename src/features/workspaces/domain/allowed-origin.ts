import { normalizeWebsiteUrl } from './website-url.ts'

/**
 * Returns the origin of a website as typed: `shop.example`, `https://Shop.example/path` → `https://shop.example`. Null
 * when it is not a single website; `*` matches many.
 */
export function allowedOrigin(text: string): string | null {
  const address = normalizeWebsiteUrl(text)
  return address && !address.includes('*') ? new URL(address).origin : null
}

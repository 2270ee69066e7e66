import { normalizeWebsiteUrl } from './website-url.ts'

/**
 * Returns the origin of a website as typed: `shop.example`, `https://Shop.example/path` → `https://shop.example`. Null
 * when it is not a single website; `*` matches many.
 */
export function allowedOrigin(typedAddress: string): string | null {
  const websiteUrl = normalizeWebsiteUrl(typedAddress)
  return websiteUrl && !websiteUrl.includes('*') ? new URL(websiteUrl).origin : null
}

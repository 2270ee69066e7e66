import type { Citation } from '../../knowledge/server/index.ts'

/** Returns the address of a path below a workspace's help page. */
export type PageUrl = (path: string) => string

export const pageUrlOf =
  (appUrl: URL, subdomain: string): PageUrl =>
  (pagePath) =>
    new URL(`/faq/${subdomain}/${pagePath}`, appUrl).href

export const citationUrl = ({ address }: Citation, pageUrl: PageUrl): string | null =>
  address && ('url' in address ? address.url : pageUrl(address.path))

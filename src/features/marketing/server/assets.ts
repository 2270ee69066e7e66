import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MarketingAssets } from '../contract.ts'

/**
 * Reads what `vite build` made of the marketing surface.
 *
 * @param dist the build's folder, holding `visitor-ssr/`
 * @throws when the build is missing
 */
export async function loadMarketingAssets(dist: string): Promise<MarketingAssets> {
  const bundle = path.join(dist, 'visitor-ssr', 'marketing-server.js')
  return (await import(pathToFileURL(bundle).href)) as MarketingAssets
}

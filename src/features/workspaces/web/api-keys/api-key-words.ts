import { formatDistanceToNow } from 'date-fns'
import type { ApiKey, ApiKeyArea } from '../../contract.ts'

export const AREA_NAMES: Record<ApiKeyArea, string> = {
  faqs: 'FAQs',
  questions: 'Questions',
  sources: 'Sources',
  appearance: 'Appearance',
  team: 'Team',
  settings: 'Settings and statistics',
}

/** Names what a key opens: «Read only», «FAQs, Questions (read only)». */
export function accessText({ scope, areas }: Pick<ApiKey, 'scope' | 'areas'>): string {
  if (areas.length === 0) return scope === 'read' ? 'Read only' : 'Read and write'
  return areas
    .map((one) => {
      const [area, right] = one.split(':') as [ApiKeyArea, string]
      return right === 'read' && scope === 'write' ? `${AREA_NAMES[area]} (read only)` : AREA_NAMES[area]
    })
    .concat(scope === 'read' ? ['read only'] : [])
    .join(', ')
}

/** Names when a key was used, when it ends and where it works. */
export function usageText({ last_used_at: used, expires_at: ends, networks }: ApiKey): string {
  const ended = ends !== null && Date.parse(ends) <= Date.now()
  return [
    used === null ? 'Never used' : `Last used ${formatDistanceToNow(new Date(used))} ago`,
    ...(ends === null
      ? []
      : [`${ended ? 'Expired' : 'Expires in'} ${formatDistanceToNow(new Date(ends))}${ended ? ' ago' : ''}`]),
    ...(networks.length === 0 ? [] : [`Only from ${networks.join(', ')}`]),
  ].join(' · ')
}

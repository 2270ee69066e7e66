// Layers of the source tree and their allowed imports: the table of ARCHITECTURE.md.
import { isScript, isTest, type Rule } from './sources.ts'

/** The layers of the architecture. `outside` is everything that is neither under src nor under packages. */
export type Layer =
  | 'kernel'
  | 'platform'
  | 'contract'
  | 'domain'
  | 'server'
  | 'web'
  | 'web base'
  | 'shell'
  | 'loader'
  | 'assembled contract'
  | 'package'
  | 'root'
  | 'outside'

/** A file's place; `feature` only in feature layers. */
export type Place = { layer: Layer; feature?: string }

const MAY_IMPORT: Record<Exclude<Layer, 'outside'>, Layer[]> = {
  kernel: ['kernel'],
  contract: ['kernel', 'contract'],
  domain: ['kernel', 'contract', 'domain'],
  platform: ['kernel', 'platform'],
  server: ['kernel', 'contract', 'domain', 'platform', 'server'],
  'web base': ['kernel', 'contract', 'assembled contract', 'web base'],
  web: ['kernel', 'contract', 'domain', 'web base', 'web'],
  shell: ['kernel', 'contract', 'web base', 'web', 'shell'],
  loader: ['kernel', 'loader'],
  package: ['kernel', 'package'],
  'assembled contract': ['kernel', 'contract', 'assembled contract'],
  root: ['kernel', 'contract', 'assembled contract', 'domain', 'platform', 'server', 'root'],
}

/** Public files of a feature, by the layer that imports them. */
const SURFACES: Partial<Record<Layer, RegExp>> = {
  contract: /^contract\.ts$/,
  domain: /^contract\.ts$/,
  server: /^(contract|server\/index)\.ts$/,
  'web base': /^contract\.ts$/,
  web: /^(contract|web\/index)\.ts$/,
  shell: /^(contract|web\/index)\.ts$/,
}

/** The layers that run in Node. */
const ON_NODE: Layer[] = ['platform', 'server', 'root', 'outside']

/** The layers that reach a browser through Vite, which alone understands .tsx. */
export const IN_BROWSER: Layer[] = ['web base', 'web', 'shell', 'loader', 'package']

/** @returns the file's place, or undefined when the layout has none for it */
export function placeOf(file: string): Place | undefined {
  if (/^packages\/[^/]+\/(src|examples)\//.test(file)) return { layer: 'package' }
  if (!file.startsWith('src/')) return { layer: 'outside' }
  const [, area = '', feature = '', layer = ''] = file.split('/')
  if (file === 'src/main.ts' || file === 'src/wire.ts' || file.startsWith('src/wire/')) return { layer: 'root' }
  if (file === 'src/contract.ts' || file === 'src/contract.test.ts') return { layer: 'assembled contract' }
  if (area === 'kernel' || area === 'platform') return { layer: area }
  if (area === 'web') return { layer: 'web base' }
  if (area === 'shell') return { layer: 'shell' }
  if (area === 'widget-loader') return { layer: 'loader' }
  if (area !== 'features') return undefined
  if (/^contract(\.test)?\.ts$/.test(layer) || layer === 'contract') return { layer: 'contract', feature }
  if (layer === 'domain' || layer === 'server' || layer === 'web') return { layer, feature }
  return undefined
}

/** Returns true where code may use Node's built-in modules. */
export const runsOnNode = (place: Place): boolean => ON_NODE.includes(place.layer)

/**
 * Returns true where code may `import()` a computed address: the widget loader learns its server's address at run time.
 */
export const mayComputeImports = (place: Place): boolean => runsOnNode(place) || place.layer === 'loader'

/** The part of a feature file's path below its feature's folder. */
const within = (file: string) => file.split('/').slice(3).join('/')

/**
 * Judges one import.
 * @param order the features, earliest first
 * @returns undefined when it is allowed
 */
export function judge(
  file: string,
  target: string,
  order: readonly string[],
): { rule: Rule; message: string } | undefined {
  if (isTest(file)) return undefined
  const from = placeOf(file)
  const to = placeOf(target)
  if (!from || !to || from.layer === 'outside') return undefined
  if (isTest(target)) return { rule: 'direction', message: `only tests may import ${target}` }
  if (to.layer === 'outside') {
    return isScript(target) ? { rule: 'direction', message: `src may not import ${target}` } : undefined
  }
  if (!MAY_IMPORT[from.layer].includes(to.layer)) {
    return { rule: 'direction', message: `${from.layer} may not import ${to.layer} (${target})` }
  }
  if (!to.feature || from.feature === to.feature) return undefined
  if (from.feature && order.indexOf(to.feature) > order.indexOf(from.feature)) {
    return { rule: 'order', message: `${from.feature} comes before ${to.feature} and may not import it (${target})` }
  }
  const surface = SURFACES[from.layer]
  if (surface && !surface.test(within(target))) {
    return { rule: 'surface', message: `${target} is not what ${to.feature} shows to another feature's ${from.layer}` }
  }
  return undefined
}

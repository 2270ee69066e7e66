// The structure check: reads every import of the project and holds it against ARCHITECTURE.md.
import { builtinModules } from 'node:module'
import { cyclesIn } from './cycles.ts'
import { type Reference, referencesIn, resolve } from './imports.ts'
import { checkMigration } from './migrations.ts'
import { crowdedFolders, lengthOf, namesIn } from './names.ts'
import { judge, mayComputeImports, placeOf, runsOnNode } from './places.ts'
import { type Finding, isCode, isMigration, isScript, isTest, type Sources } from './sources.ts'

const isBuiltin = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '')

/** Checks one import and adds the files it leads to to `targets`. */
function checkReference(
  file: string,
  reference: Reference,
  sources: Sources,
  order: readonly string[],
  targets: Set<string>,
): Finding[] {
  const place = placeOf(file)
  const at = { file, line: reference.line }
  const mayUseNode = isTest(file) || !place || runsOnNode(place)
  if (reference.specifier === undefined) {
    const allowed = isTest(file) || !place || mayComputeImports(place)
    return allowed ? [] : [{ ...at, rule: 'computed', message: 'import() of a computed address, outside Node' }]
  }
  if (isBuiltin(reference.specifier)) {
    const message = `${reference.specifier}: Node's builtins are for platform, server and the root`
    return mayUseNode ? [] : [{ ...at, rule: 'builtin', message }]
  }
  const findings: Finding[] = []
  for (const target of resolve(file, reference, sources)) {
    if (sources.has(target)) targets.add(target)
    else if (target.startsWith('src/')) findings.push({ ...at, rule: 'missing', message: `there is no ${target}` })
    const verdict = judge(file, target, order)
    if (verdict) findings.push({ ...at, ...verdict })
  }
  return findings
}

/**
 * Checks the whole project.
 * @param sources every file, from `readSources`
 * @param order the features in the order in which they may depend on each other, earliest first
 * @param version of the program
 * @returns what breaks a rule; empty when all is well
 */
export function checkStructure(sources: Sources, order: readonly string[], version: string): Finding[] {
  const findings: Finding[] = crowdedFolders(sources)
  const graph = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    if (isMigration(file)) findings.push(...checkMigration(file, text, version))
    if (!isCode(file)) continue
    findings.push(...namesIn(file), ...lengthOf(file, text))
    const place = placeOf(file)
    if (!place) findings.push({ file, rule: 'place', message: 'the layout in ARCHITECTURE.md has no place for it' })
    if (place?.feature && !order.includes(place.feature)) {
      findings.push({ file, rule: 'place', message: `"${place.feature}" is not in scripts/feature-order.json` })
    }
    if (!isScript(file)) continue
    const read = referencesIn(file, text)
    const targets = new Set<string>()
    findings.push(...read.findings)
    for (const reference of read.references) findings.push(...checkReference(file, reference, sources, order, targets))
    graph.set(file, targets)
  }
  for (const cycle of cyclesIn(graph)) {
    findings.push({ file: cycle[0] ?? '', rule: 'cycle', message: `imports itself: ${cycle.join(' → ')}` })
  }
  return findings
}

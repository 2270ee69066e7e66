// Holds the source against ARCHITECTURE.md; scripts/structure has the rules. Prints every finding, fails on any.
// Usage: node scripts/check-structure.mjs [folder, by default this repository]
import { readFileSync } from 'node:fs'
import { inRoot, root } from './bootstrap/root.mjs'
import { checkStructure } from './structure/check.ts'
import { isCode, readSources } from './structure/sources.ts'

const order = JSON.parse(readFileSync(inRoot('scripts', 'feature-order.json'), 'utf8'))
const sources = readSources(process.argv[2] ?? root)
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const findings = checkStructure(sources, order, version)
for (const { file, line, rule, message } of findings) {
  console.error(`${file}${line ? `:${line}` : ''} [${rule}] ${message}`)
}
const count = [...sources.keys()].filter(isCode).length
console.log(findings.length === 0 ? `Structure: ${count} files, no findings` : `Structure: ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1

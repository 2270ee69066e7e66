// Adds a feature: its folder, its place in the order, and its name in ARCHITECTURE.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { featureFiles } from './feature-files.ts'

const LIST = /(in the order in which they may depend on each other:\n\n```\n)[^`]+(```)/
const LINE_WIDTH = 76

/** The order as ARCHITECTURE.md shows it: words, wrapped. */
function wrapped(order: readonly string[]): string {
  const lines: string[] = []
  for (const name of order) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < LINE_WIDTH) lines[lines.length - 1] = `${last} ${name}`
    else lines.push(name)
  }
  return `${lines.join('\n')}\n`
}

/**
 * Creates a feature and adds it to the order after its predecessor.
 * @param root absolute path of the repository
 * @returns the paths written, relative to the root
 * @throws Error when the name is taken or not kebab-case, or the predecessor is unknown; nothing is written then
 */
export function addFeature(root: string, name: string, predecessor: string): string[] {
  const orderFile = path.join(root, 'scripts', 'feature-order.json')
  const architectureFile = path.join(root, 'ARCHITECTURE.md')
  const order: string[] = JSON.parse(readFileSync(orderFile, 'utf8'))
  const architecture = readFileSync(architectureFile, 'utf8')
  const folder = path.join('src', 'features', name)
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) throw new Error(`"${name}" is not a kebab-case name`)
  if (order.includes(name) || existsSync(path.join(root, folder)))
    throw new Error(`There is a feature "${name}" already`)
  if (!order.includes(predecessor))
    throw new Error(`There is no feature "${predecessor}"; there are ${order.join(', ')}`)
  if (!LIST.test(architecture)) throw new Error('ARCHITECTURE.md has lost its list of features')

  const next = order.toSpliced(order.indexOf(predecessor) + 1, 0, name)
  const written: string[] = []
  for (const [file, text] of Object.entries(featureFiles(name))) {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(path.join(root, target)), { recursive: true })
    writeFileSync(path.join(root, target), text)
    written.push(target)
  }
  writeFileSync(orderFile, `${JSON.stringify(next, null, 2)}\n`)
  writeFileSync(
    architectureFile,
    architecture.replace(LIST, (_, head, tail) => `${head}${wrapped(next)}${tail}`),
  )
  return [...written, path.relative(root, orderFile), path.relative(root, architectureFile)]
}

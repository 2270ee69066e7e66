// Finds every way in which a file names another one.
import path from 'node:path'
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'
import { type Finding, isScript, type Sources } from './sources.ts'

/** A reference to another module. `specifier` is undefined when it is computed at run time. */
export type Reference = { specifier: string | undefined; line: number; glob?: boolean }

/** References of a file to other modules, and findings about its text. */
export type FileReferences = { references: Reference[]; findings: Finding[] }

// A formatting exception (one range per line, a table) hides no error and stays allowed.
const SUPPRESSION = /(biome-ignore(?!\S* format)|@ts-ignore|@ts-expect-error|@ts-nocheck|eslint-disable|oxlint-disable)/

/** The text of a literal, or of a template without holes. */
function textOf(node: Expression | Argument | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Returns true for `import.meta.<property>`. */
function isImportMeta(node: Expression | Argument | null | undefined, property: string): boolean {
  if (node?.type !== 'MemberExpression' || node.computed) return false
  return node.object.type === 'MetaProperty' && node.property.type === 'Identifier' && node.property.name === property
}

/** Returns true for Playwright's `waitForFunction`. */
function isWaitForFunction(callee: Expression): boolean {
  return callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'waitForFunction'
}

/**
 * Reads one file: static, type-only, side-effect, dynamic and inline type imports, re-exports,
 * `new URL('./x', import.meta.url)`, `import.meta.resolve('./x')` and `import.meta.glob('./x')`.
 */
export function referencesIn(file: string, text: string): FileReferences {
  const references: Reference[] = []
  const findings: Finding[] = []
  const parsed = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const add = (specifier: string | undefined, offset: number, glob?: boolean) =>
    references.push({ specifier, line: lineAt(offset), ...(glob ? { glob } : {}) })

  for (const error of parsed.errors) {
    const line = lineAt(error.labels[0]?.start ?? 0)
    findings.push({ file, line, rule: 'syntax', message: error.message })
  }
  for (const comment of parsed.comments) {
    const found = SUPPRESSION.exec(comment.value)?.[1]
    if (found)
      findings.push({ file, line: lineAt(comment.start), rule: 'suppression', message: `${found} is not used here` })
  }
  for (const entry of parsed.module.staticImports) add(entry.moduleRequest.value, entry.start)
  for (const statement of parsed.module.staticExports) {
    for (const entry of statement.entries) if (entry.moduleRequest) add(entry.moduleRequest.value, statement.start)
  }
  const visitor = new Visitor({
    ImportExpression: (node) => add(textOf(node.source), node.start),
    TSImportType: (node) => add(node.source.value, node.start),
    NewExpression(node) {
      const [first, base] = node.arguments
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || !isImportMeta(base, 'url')) return
      const specifier = textOf(first)
      if (specifier?.startsWith('.') && isScript(specifier)) add(specifier, node.start)
    },
    CallExpression(node) {
      const [first] = node.arguments
      if (isWaitForFunction(node.callee) && !first?.type.endsWith('FunctionExpression')) {
        // A string is evaluated again at each poll, which a strict content security policy refuses from the second time
        // on.
        const message = 'waitForFunction takes a function here; a text is for expect.poll with evaluate'
        findings.push({ file, line: lineAt(node.start), rule: 'polled text', message })
      }
      if (isImportMeta(node.callee, 'resolve')) add(textOf(first), node.start)
      if (!isImportMeta(node.callee, 'glob')) return
      const patterns = first?.type === 'ArrayExpression' ? first.elements : [first]
      for (const pattern of patterns) add(textOf(pattern), node.start, true)
    },
  })
  visitor.visit(parsed.program)
  return { references, findings }
}

/**
 * The files a reference means.
 * @returns paths relative to the root; empty for a package or builtin
 */
export function resolve(file: string, reference: Reference, sources: Sources): string[] {
  const specifier = reference.specifier?.replace(/[?#].*$/, '')
  if (!specifier || !/^(\.|\/)/.test(specifier)) return []
  const target = specifier.startsWith('/')
    ? specifier.slice(1)
    : path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
  if (!reference.glob) return [target]
  return [...sources.keys()].filter((candidate) => path.posix.matchesGlob(candidate, target))
}

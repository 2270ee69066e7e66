// Figures about the language of the source: marker words, openings of comments and length of identifiers.
import { type BindingPattern, parseSync, Visitor } from 'oxc-parser'
import { passagesOf } from './passages.ts'

const MARKERS =
  /\b(whoever|whatever|nobody|somebody|anybody|anew|told|tells|tell|stands|lies|besides|lately|meanwhile|anyhow|reckoned|surely|goes on|goes by|is let|let in|that is none|makes room|to hand|at hand|held|be it|thereby|hence|wherever)\b/gi
const RELATIVE_OPENING = /^(What|Who|Whoever|Whether|Whose|How|Where|So many|So much|As many|Of |From here)\b/

export type ProseFigures = {
  comments: number
  /** Marker words per 1,000 words of comment. */
  markersPerThousand: number
  /** Share of comments that open with a relative clause, 0 to 1. */
  relativeOpenings: number
  /** Average length of declared names (variables, parameters, functions, classes, types), in characters. */
  identifierLength: number
}

function namesIn(pattern: BindingPattern, add: (name: string) => void): void {
  if (pattern.type === 'Identifier') add(pattern.name)
  else if (pattern.type === 'AssignmentPattern') namesIn(pattern.left, add)
}

/** Every name that a file declares, destructured ones left out: those repeat a name of another place. */
export function declaredNames(file: string, source: string): string[] {
  const names: string[] = []
  const add = (name: string) => names.push(name)
  const parameters = (node: { id?: { name: string } | null; params: readonly unknown[] }) => {
    if (node.id) add(node.id.name)
    for (const parameter of node.params as BindingPattern[]) namesIn(parameter, add)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => namesIn(id, add),
    FunctionDeclaration: parameters,
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    ClassDeclaration: ({ id }) => id && add(id.name),
    TSTypeAliasDeclaration: ({ id }) => add(id.name),
    TSInterfaceDeclaration: ({ id }) => add(id.name),
  }).visit(parseSync(file, source).program)
  return names
}

/** @param sources path to text of TypeScript files */
export function proseFigures(sources: ReadonlyMap<string, string>): ProseFigures {
  let [comments, words, markers, openings, names, letters] = [0, 0, 0, 0, 0, 0]
  for (const [file, source] of sources) {
    for (const { kind, text } of passagesOf(file, source)) {
      if (kind !== 'comment') continue
      comments++
      words += text.match(/[A-Za-z']+/g)?.length ?? 0
      markers += text.match(MARKERS)?.length ?? 0
      if (RELATIVE_OPENING.test(text)) openings++
    }
    for (const name of declaredNames(file, source)) {
      names++
      letters += name.length
    }
  }
  return {
    comments,
    markersPerThousand: (1000 * markers) / Math.max(words, 1),
    relativeOpenings: openings / Math.max(comments, 1),
    identifierLength: letters / Math.max(names, 1),
  }
}

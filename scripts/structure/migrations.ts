// Holds migrations against the rule of ADR 43: the version before must go on working while a new one is started beside it.
import type { Finding } from './sources.ts'

/** Migration 0 creates the first version's database: no earlier version can be running. */
const FIRST_CHECKED = 1

const FILE = /^migrations\/(\d{4})_(\w+)\.sql$/
const CONTRACT_NAME = /^contract_/
const CONTRACT_LINE = /^-- Contract: since (\d+)\.(\d+)\.(\d+) nothing \S.*\n/

/** Statements that remove things which the previous version may still use. */
const TAKES_AWAY: [RegExp, string][] = [
  [
    /\bdrop\s+(?:table|view|materialized\s+view|column|type|function|schema|sequence|policy)\b/i,
    'drops what is in use',
  ],
  [/\bdrop\s+(?!constraint\b|index\b|trigger\b|not\b|default\b|expression\b|identity\b|column\b)"/i, 'drops a column'],
  [/\brename\s+(?:to|column|constraint|"|\w+\s+to)\b/i, 'renames what is in use'],
  [/\balter\s+(?:column\s+)?(?:"[^"]+"|\w+)\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\bdrop\s+default\b/i, 'takes a default away that rows rely on'],
  [/^\s*truncate\b/i, 'empties a table'],
  [/^\s*revoke\b/i, 'takes a right away'],
]

const STRING_OR_END = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;/g

/** The statements of a file, without comments. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  let position = 0
  for (const match of sql.matchAll(STRING_OR_END)) {
    statement += sql.slice(position, match.index)
    position = match.index + match[0].length
    if (match[0] === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (!match[0].startsWith('--')) statement += match[0]
  }
  return [...statements, (statement + sql.slice(position)).trim()].filter((text) => text !== '')
}

const plain = (name: string): string => name.replace(/^.*\./, '').replaceAll('"', '').toLowerCase()
const NAME = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)`
const CREATES = new RegExp(String.raw`^create\s+table\s+(?:if\s+not\s+exists\s+)?${NAME}`, 'i')
const ALTERS = new RegExp(String.raw`^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?${NAME}`, 'i')
const INDEXES = new RegExp(String.raw`^create\s+unique\s+index\s+.*?\bon\s+${NAME}([\s\S]*)`, 'i')
const ADDS_COLUMN = /\badd\s+(?:column\s+)(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)([\s\S]*)/i
const DEMANDS = /\badd\s+constraint\b[\s\S]*?\b(?:check|unique|foreign\s+key|primary\s+key|exclude)\b([\s\S]*)/i

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g) ?? [])

/** A text says nothing, unless it is a block that is carried out. */
const withoutTexts = (statement: string): string =>
  statement.replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, (text) => (text.startsWith('$') ? text : "''"))

/** Checks one file that may only add. */
function offencesOf(statements: string[]): string[] {
  const violations: string[] = []
  const created = new Set(statements.flatMap((text) => plain(CREATES.exec(text)?.[1] ?? '') || []))
  const added = new Set<string>()
  /** A constraint on a column that this file adds cannot break a version that does not know the column. */
  const isOfNew = (text: string) => [...wordsOf(text)].some((word) => added.has(word))
  for (const statement of statements.map(withoutTexts)) {
    const table = plain(ALTERS.exec(statement)?.[1] ?? '')
    if (table && created.has(table)) continue
    for (const [pattern, what] of TAKES_AWAY) if (pattern.test(statement)) violations.push(what)
    const column = table ? ADDS_COLUMN.exec(statement) : null
    if (column) {
      added.add(plain(column[1] ?? ''))
      const rest = column[2] ?? ''
      if (/\bnot\s+null\b/i.test(rest) && !/\b(?:default|generated)\b/i.test(rest))
        violations.push(`demands the new column ${plain(column[1] ?? '')} of those who do not know it`)
    }
    if (/\bset\s+not\s+null\b/i.test(statement)) violations.push('demands a value that may be missing until now')
    const demand = table ? DEMANDS.exec(statement) : null
    if (demand && !isOfNew(demand[1] ?? '')) violations.push('demands of rows what was not demanded')
    const unique = INDEXES.exec(statement)
    if (unique && !created.has(plain(unique[1] ?? '')) && !isOfNew(unique[2] ?? ''))
      violations.push('demands that rows differ which need not until now')
  }
  return violations
}

/**
 * @param version of the program, as in package.json
 * @returns what the version before could not work with; nothing for files that are not migrations
 */
export function checkMigration(file: string, sql: string, version: string): Finding[] {
  const [, number, name = ''] = FILE.exec(file) ?? []
  if (number === undefined || Number(number) < FIRST_CHECKED) return []
  const say = (message: string): Finding => ({ file, rule: 'migration', message })
  if (!CONTRACT_NAME.test(name)) {
    return offencesOf(statementsOf(sql)).map((what) =>
      say(`${what}: the version before is still running. Add first, and take away in a contract_ migration (ADR 43)`),
    )
  }
  const since = CONTRACT_LINE.exec(sql)?.slice(1).map(Number)
  if (!since)
    return [say('a contract_ migration begins with "-- Contract: since <version> nothing reads or writes <what>."')]
  const now = version.split('.').map(Number)
  const difference = since.map((part, index) => part - (now[index] ?? 0)).find((one) => one !== 0) ?? 0
  if (difference < 0) return []
  return [say(`version ${since.join('.')} may still be running beside this one: contract in the version after it`)]
}

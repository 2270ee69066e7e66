// Sets of questions about real help content: a JSON file per set, its content in a folder of the set's name.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { oneLine } from '../../../src/kernel/text.ts'

export interface AskedItem {
  q: string
  kind: 'answerable' | 'followup' | 'near' | 'far' | 'chitchat'
  previous?: string[]
  /** Patterns, one of which an expected source matches. */
  source?: string[]
  /** Groups of patterns: a right answer matches one of each. */
  facts?: string[][]
  /** Patterns that no right answer matches. */
  never?: string[]
}

type Replacement = [pattern: string, replacement?: string]

interface LoadRecipe {
  kind: 'faqs' | 'texts' | 'documents' | 'website'
  file?: string
  /** Pattern of one FAQ in the file, with the groups `question` and `answer`. */
  entry?: string
  include?: string[]
  exclude?: string[]
  root?: string
  titles?: { file: string; under: string[]; names?: Record<string, string> }
  strip?: Replacement[]
}

export interface AnswerSet {
  name: string
  lang: string
  load: LoadRecipe
  questions: AskedItem[]
}

export interface ContentPage {
  title: string
  markdown: string
  /** Address of the page; null for FAQs and files. */
  url: string | null
}

export function loadAnswerSets(folder: string, only?: string): AnswerSet[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const sets = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AnswerSet)
  return only ? sets.filter(({ name }) => only.split(',').includes(name)) : sets
}

const stripped = (text: string, rules: Replacement[] = []) =>
  rules.reduce((left, [pattern, replacement = '']) => left.replace(new RegExp(pattern, 'gm'), replacement), text)

/** The pieces of content that the set's recipe names. */
export function readContent({ load }: AnswerSet, folder: string): ContentPage[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  if (load.entry && load.file)
    return [...read(load.file).matchAll(new RegExp(load.entry, 'gs'))].map(({ groups = {} }) => ({
      title: oneLine(groups.question ?? ''),
      markdown: stripped(groups.answer ?? '', load.strip).trim(),
      url: null,
    }))
  return (load.include ?? [])
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
    )
    .map((file) => relative('.', file).split(sep).join('/'))
    .filter((file) => file.endsWith('.md') && !load.exclude?.some((pattern) => new RegExp(pattern).test(file)))
    .sort()
    .flatMap((file): ContentPage[] => {
      const raw = read(file)
      if (load.kind === 'documents') return [{ title: basename(file), markdown: raw, url: null }]
      const [front = ''] = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(raw) ?? []
      const markdown = stripped(raw.slice(front.length), load.strip).trim()
      const name = file.replace(new RegExp(`^${load.root ?? ''}`), '').replace(/(\/index)?\.md$/, '')
      const named =
        load.titles &&
        (load.titles.names?.[name] ??
          titleIn(read(load.titles.file), [...load.titles.under, ...name.split('/'), 'title']))
      const title =
        named ??
        /^title:\s*["']?(.*?)["']?\s*$/m.exec(front)?.[1] ??
        /^#\s+(.+)$/m.exec(markdown)?.[1] ??
        basename(file)
      return markdown ? [{ title, markdown, url: `https://content.example/${name}/` }] : []
    })
}

/** The string under a path of keys in a plain, indented YAML file. */
function titleIn(yaml: string, keys: string[]): string | undefined {
  const trail: { indent: number; key: string }[] = []
  for (const line of yaml.split('\n')) {
    const [, indent = '', key = '', value = ''] = /^(\s*)([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (key === '') continue
    while (trail.length > 0 && trail.at(-1)!.indent >= indent.length) trail.pop()
    trail.push({ indent: indent.length, key })
    const isThere = trail.length === keys.length && trail.every((one, index) => one.key === keys[index])
    if (isThere) return value.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  return undefined
}

// Runs the prose rules over one file with textlint.
import { TextlintKernel, type TextlintKernelRule } from '@textlint/kernel'
import textPluginModule from '@textlint/textlint-plugin-text'
import type { TextlintPluginCreator, TextlintRuleModule } from '@textlint/types'
import { documentPassages, type Passage, passagesOf } from './passages.ts'
import { americanSpelling, directOpening, shortSentences, unidiomaticWords } from './rules.ts'

/** A place that breaks a rule. `line` counts from 1. */
export type ProseFinding = { file: string; line: number; rule: string; message: string }

const rule = (ruleId: string, reporter: TextlintRuleModule): TextlintKernelRule => ({ ruleId, rule: reporter })
const SENTENCES = rule('sentence', shortSentences)
const SPELLING = rule('spelling', americanSpelling)
const WORDS = rule('word', unidiomaticWords)
const OPENING = rule('opening', directOpening)
const RULES: Record<Passage['kind'], TextlintKernelRule[]> = {
  comment: [WORDS, SPELLING, SENTENCES, OPENING],
  interface: [WORDS, SPELLING],
  title: [WORDS, SPELLING, OPENING],
  // Without the rule for openings: a row can be a question.
  label: [WORDS, SPELLING],
  document: [WORDS, SPELLING, SENTENCES],
}
// A CommonJS package: Node hands over its exports as they are, Vite their default.
const exported: TextlintPluginCreator | { default: TextlintPluginCreator } = textPluginModule
const textPlugin = 'default' in exported ? exported.default : exported
const PLUGINS = [{ pluginId: 'text', plugin: textPlugin }]

const kernel = new TextlintKernel()

/** Marks that an unfinished merge leaves. No compiler reads a document, so nothing else would find them there. */
const mergeMarks = (file: string, source: string): ProseFinding[] =>
  source
    .split('\n')
    .flatMap((text, index) =>
      /^(<{7}|>{7}) /.test(text)
        ? [{ file, line: index + 1, rule: 'merge', message: 'Finish the merge: both sides are here.' }]
        : [],
    )

/**
 * Checks the prose of one file: comments, interface texts, titles and row labels of tests of TypeScript, paragraphs of Markdown.
 * @param file path, for its extension and the findings
 */
export async function lintProse(file: string, source: string): Promise<ProseFinding[]> {
  const passages = file.endsWith('.md') ? documentPassages(source) : passagesOf(file, source)
  const findings = await Promise.all(
    (['comment', 'interface', 'title', 'label', 'document'] as const).map(async (kind) => {
      const ofKind = passages.filter((passage) => passage.kind === kind)
      if (ofKind.length === 0) return []
      // One passage per line, so that a message's line is the passage's index.
      const text = ofKind.map((passage) => passage.text).join('\n')
      const { messages } = await kernel.lintText(text, { ext: '.txt', plugins: PLUGINS, rules: RULES[kind] })
      return messages.map(({ ruleId, message, loc }) => ({
        file,
        line: ofKind[loc.start.line - 1]?.line ?? 1,
        rule: ruleId,
        message,
      }))
    }),
  )
  return [...mergeMarks(file, source), ...findings.flat()].sort((left, right) => left.line - right.line)
}

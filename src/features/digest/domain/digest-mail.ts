import { maskText } from '../../../kernel/mask-text.ts'
import { plural, truncateAtWord } from '../../../kernel/text.ts'
import type { DigestFrequency } from '../contract.ts'

/** Content of a section. */
export interface DigestSection {
  /** «3 new gaps»: for the subject and as a heading. */
  title: string
  /** The first of them, as visitors or the team wrote them; `note` says something about each. */
  lines: readonly { text: string; note?: string }[]
  /** Number of further entries. */
  more: number
  /** Path of the dashboard page with all entries. */
  path: string
  /** Secondary text. */
  linkText: string
}

export interface DigestLetter {
  workspace: string
  frequency: Exclude<DigestFrequency, 'off'>
  since: Date
  timeZone: string
  sections: readonly DigestSection[]
  /** Origin of the dashboard: scheme and host. */
  origin: string
  unsubscribeUrl: string
}

const LINE_MAX = 160
const SUBJECT_MAX = 150
const RHYTHM = { daily: 'every day', weekly: 'every week' } as const

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`)

/** Personal data and swear words of visitors stay in the inbox. */
const shown = (text: string): string => truncateAtWord(maskText(text), LINE_MAX)

/** Subject, HTML and text of a digest. All lines are masked here, so that no part can omit it. */
export function digestMail(letter: DigestLetter): { subject: string; text: string; html: string } {
  const { sections, origin, unsubscribeUrl, timeZone } = letter
  const workspace = truncateAtWord(letter.workspace.replace(/\p{Cc}/gu, ' '), 80)
  const at = (path: string) => `${origin}${path}`
  const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const opening = `What is new in ${workspace} since ${day.format(letter.since)}.`
  const settings = at('/profile')
  const closing = `You get this ${RHYTHM[letter.frequency]}, because you asked for it.`

  const text = [
    opening,
    ...sections.map(({ title, lines, more, path }) =>
      [
        title,
        ...lines.map(({ text: line, note }) => `- ${shown(line)}${note ? ` (${note})` : ''}`),
        ...(more > 0 ? [`… and ${plural(more, 'more', 'more')}`] : []),
        at(path),
      ].join('\n'),
    ),
    `--\n${closing}\nChange it: ${settings}\nUnsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n')

  const link = (href: string, words: string) => `<a href="${escaped(href)}" style="color:#0b5c66">${escaped(words)}</a>`
  const body = sections
    .map(
      ({ title, lines, more, path, linkText }) => `<h2 style="font-size:16px;margin:28px 0 8px">${escaped(title)}</h2>
<ul style="margin:0 0 8px;padding-left:20px">${lines
        .map(
          ({ text: line, note }) =>
            `<li style="margin:4px 0">${escaped(shown(line))}${note ? ` <span style="color:#5a6a6e">(${escaped(note)})</span>` : ''}</li>`,
        )
        .join(
          '',
        )}${more > 0 ? `<li style="margin:4px 0;color:#5a6a6e">… and ${plural(more, 'more', 'more')}</li>` : ''}</ul>
<p style="margin:0">${link(at(path), linkText)}</p>`,
    )
    .join('\n')
  const html = `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fdfcfa;color:#16262b;font:15px/1.55 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto"><p style="margin:0">${escaped(opening)}</p>
${body}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e1db;color:#5a6a6e;font-size:13px">${escaped(closing)} ${link(settings, 'Change it')} or ${link(unsubscribeUrl, 'unsubscribe')}.</p></div></body></html>`

  return {
    subject: truncateAtWord(`${workspace}: ${sections.map(({ title }) => title).join(', ')}`, SUBJECT_MAX),
    text,
    html,
  }
}

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

const MAX_LINE_LENGTH = 160
const MAX_SUBJECT_LENGTH = 150
const FREQUENCY_WORDS = { daily: 'every day', weekly: 'every week' } as const

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Personal data and swear words of visitors stay in the inbox. */
const maskLine = (text: string): string => truncateAtWord(maskText(text), MAX_LINE_LENGTH)

/** Subject, HTML and text of a digest. All lines are masked here, so that no part can omit it. */
export function digestMail(letter: DigestLetter): { subject: string; text: string; html: string } {
  const { sections, origin, unsubscribeUrl, timeZone } = letter
  const workspaceName = truncateAtWord(letter.workspace.replace(/\p{Cc}/gu, ' '), 80)
  const dashboardUrl = (path: string) => `${origin}${path}`
  const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const openingLine = `What is new in ${workspaceName} since ${dayFormat.format(letter.since)}.`
  const settingsUrl = dashboardUrl('/profile')
  const closingLine = `You get this ${FREQUENCY_WORDS[letter.frequency]}, because you asked for it.`

  const text = [
    openingLine,
    ...sections.map(({ title, lines, more, path }) =>
      [
        title,
        ...lines.map(({ text: line, note }) => `- ${maskLine(line)}${note ? ` (${note})` : ''}`),
        ...(more > 0 ? [`… and ${plural(more, 'more', 'more')}`] : []),
        dashboardUrl(path),
      ].join('\n'),
    ),
    `--\n${closingLine}\nChange it: ${settingsUrl}\nUnsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n')

  const renderLink = (href: string, linkText: string) =>
    `<a href="${escaped(href)}" style="color:#0b5c66">${escaped(linkText)}</a>`
  const sectionsHtml = sections
    .map(
      ({ title, lines, more, path, linkText }) => `<h2 style="font-size:16px;margin:28px 0 8px">${escaped(title)}</h2>
<ul style="margin:0 0 8px;padding-left:20px">${lines
        .map(
          ({ text: line, note }) =>
            `<li style="margin:4px 0">${escaped(maskLine(line))}${note ? ` <span style="color:#5a6a6e">(${escaped(note)})</span>` : ''}</li>`,
        )
        .join(
          '',
        )}${more > 0 ? `<li style="margin:4px 0;color:#5a6a6e">… and ${plural(more, 'more', 'more')}</li>` : ''}</ul>
<p style="margin:0">${renderLink(dashboardUrl(path), linkText)}</p>`,
    )
    .join('\n')
  const html = `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fdfcfa;color:#16262b;font:15px/1.55 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto"><p style="margin:0">${escaped(openingLine)}</p>
${sectionsHtml}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e1db;color:#5a6a6e;font-size:13px">${escaped(closingLine)} ${renderLink(settingsUrl, 'Change it')} or ${renderLink(unsubscribeUrl, 'unsubscribe')}.</p></div></body></html>`

  return {
    subject: truncateAtWord(`${workspaceName}: ${sections.map(({ title }) => title).join(', ')}`, MAX_SUBJECT_LENGTH),
    text,
    html,
  }
}

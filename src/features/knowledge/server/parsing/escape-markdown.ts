/**
 * Escapes those signs of a plain text that Markdown would take for its own. Less than CommonMark allows: signs inside of
 * words and between spaces stay, so that identifiers can be searched.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/\*(?=\S)(?=[^\n]*\S\*)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}_])_+(?=[^\s_][^\n]*_)/gu, (underscores) => underscores.replaceAll('_', '\\_'))
    .replace(/~(?=~)/g, '\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\](?=[(:[])/g, '\\]')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)(#{1,6}|[-+>]|={2,}|-{2,})(?=\s|$)/g, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/g, '$1\\$2')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for quoted attributes. */
export const escapeHtml = (plainText: string): string =>
  plainText.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

/** JSON that may stand inside a `<script>` element: no `<`, and no line separators that end a script's line. */
export const jsonForScript = (jsonValue: unknown): string =>
  JSON.stringify(jsonValue).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Elements that hold text and that mammoth passes over: simple fields, right-to-left runs, bases of readings, math. */
const PASSED_OVER_TAG = /<(\/?)(?:w:(?:fldSimple|bdo|dir|ruby|rubyBase)|m:(?!r\b|t\b|[a-z]+Pr\b)[A-Za-z]+)(?=[\s/>])/g
const MATH_TEXT = /<(\/?)m:(r|t)(?=[\s/>])/g
/** Text that is set along a path, as in WordArt and watermarks. */
const PATH_TEXT = /<v:textpath\b[^>]*?\bstring="([^"]*)"[^>]*?(?:\/>|>\s*<\/v:textpath>)/g
const unescapeLineBreaks = (pathText: string): string => pathText.replace(/&#xA;|&#10;/gi, ' ')

/** Rewrites the XML of a Word part so that mammoth reads the text of elements that it does not know. */
export function readableWordXml(partBytes: Uint8Array): Uint8Array {
  const partXml = new TextDecoder().decode(partBytes)
  const rewrittenXml = partXml
    .replace(PASSED_OVER_TAG, '<$1w:smartTag')
    .replace(MATH_TEXT, '<$1w:$2')
    .replace(
      PATH_TEXT,
      (_, pathText: string) =>
        `<v:textbox><w:txbxContent><w:p><w:r><w:t>${unescapeLineBreaks(pathText)}</w:t></w:r></w:p></w:txbxContent></v:textbox>`,
    )
  return new TextEncoder().encode(rewrittenXml)
}

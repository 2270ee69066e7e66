import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Data with which the text of a language is recognized. */
export interface LanguageData {
  /** Name of the language, as Tesseract has it: `eng`, `chi_sim`. */
  code: string
  file: string
}

/** Returns the path of an installed data package's file; null when the package is not installed. */
function packagedFile(code: string): string | null {
  try {
    const manifestPath = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`)
    return path.join(path.dirname(manifestPath), '4.0.0_best_int', `${code}.traineddata.gz`)
  } catch {
    return null
  }
}

/**
 * Finds the data of languages: files that the operator put into `folder`, or installed packages. `missing` lists those
 * without data.
 */
export function findLanguageData(
  languageCodes: readonly string[],
  folder: string,
): { found: LanguageData[]; missing: string[] } {
  const found = languageCodes.flatMap((code) => {
    const ownFiles = [`${code}.traineddata`, `${code}.traineddata.gz`].map((fileName) => path.join(folder, fileName))
    const file = [...ownFiles, packagedFile(code)].find((filePath) => filePath !== null && existsSync(filePath))
    return file ? [{ code, file }] : []
  })
  return { found, missing: languageCodes.filter((code) => found.every((languageData) => languageData.code !== code)) }
}

/** Returns the command that installs the data of languages. */
export const installCommand = (languageCodes: readonly string[]): string =>
  `npm install ${languageCodes.map((code) => `@tesseract.js-data/${code}`).join(' ')}`

/** English name of a language; its code where it has none. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Note for the owner of a scan about languages without data; null when none is missing. */
export function missingLanguagesNote(languageCodes: readonly string[]): string | null {
  if (languageCodes.length === 0) return null
  const languageNames = new Intl.ListFormat('en').format(languageCodes.map(languageName))
  return `Text in ${languageNames} is not recognized in images, because its data is not installed on this server: ${installCommand(languageCodes)}`
}

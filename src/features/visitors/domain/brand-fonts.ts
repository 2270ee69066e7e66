import type { PublicWorkspace } from '../../workspaces/contract.ts'

const FONT_DIRECTORY = '/brand-fonts'
const SANS_SERIF_FALLBACK = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const SERIF_FALLBACK = "ui-serif,Georgia,'Noto Serif',serif"

/** Variable fonts of our own server, by their file names without subset; their letters are Latin ones. */
const BRAND_FONT_FILES: Record<
  Exclude<PublicWorkspace['font'], 'system'>,
  { file: (subset: string) => string; weights: string; fallback: string }
> = {
  'instrument-sans': {
    file: (subset) => `instrument-sans-${subset}-5-3-0`,
    weights: '400 700',
    fallback: SANS_SERIF_FALLBACK,
  },
  inter: { file: (subset) => `inter-${subset}-5-3-0`, weights: '100 900', fallback: SANS_SERIF_FALLBACK },
  'source-serif': { file: (subset) => `source-serif-${subset}-5-3-1`, weights: '200 900', fallback: SERIF_FALLBACK },
  atkinson: { file: (subset) => `atkinson-${subset}-5-3-0`, weights: '200 800', fallback: SANS_SERIF_FALLBACK },
}

/** Characters of the subsets, as the packages of the fonts name them. */
const SUBSET_UNICODE_RANGES = {
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
}

/** Name of the font inside the page. */
const BRAND_FONT_FAMILY = 'Brand'

/** Font faces and the token that uses them; the visitor's own fonts, which load nothing, by default. */
export function brandFontStyle(brandFont: PublicWorkspace['font']): { faces: string; token: Record<string, string> } {
  const fontFile = Object.hasOwn(BRAND_FONT_FILES, brandFont)
    ? BRAND_FONT_FILES[brandFont as keyof typeof BRAND_FONT_FILES]
    : null
  if (!fontFile) return { faces: '', token: {} }
  const { file, weights, fallback } = fontFile
  const fontFaces = Object.entries(SUBSET_UNICODE_RANGES).map(
    ([subset, range]) =>
      `@font-face{font-family:${BRAND_FONT_FAMILY};src:url(${FONT_DIRECTORY}/${file(subset)}.woff2)format("woff2");font-weight:${weights};font-display:swap;unicode-range:${range}}`,
  )
  return { faces: fontFaces.join(''), token: { '--font-sans': `${BRAND_FONT_FAMILY},${fallback}` } }
}

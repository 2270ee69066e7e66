import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { optionalText, plainText, requiredText } from '../../kernel/wire.ts'
import {
  backgroundTypes,
  CORNERS,
  FONTS,
  gradientDirections,
  NEUTRALS,
  pageLayouts,
  publicWorkspaceSchema,
  workspaceProcedure,
} from '../workspaces/contract.ts'

export const HEADING_MAX = 120
export const CALL_TO_ACTION_MAX = 200
export const BORDER_WIDTH_MAX = 16
const ADDRESS_MAX = 2_000
export const CUSTOM_CSS_MAX = 20_000

/** Ready-made pictures for the header, served by ourselves. */
export const HEADER_PRESETS = [
  'weave',
  'dunes',
  'tide',
  'contour',
  'facets',
  'orbit',
  'mist',
  'lattice',
  'petals',
  'dawn',
].map((name) => ({ name, url: `/header-presets/${name}.svg` }))

export const INVALID_COLOR = 'Please enter a color like #1f2937.'
export const INVALID_BORDER_WIDTH = `Please enter a number from 0 to ${BORDER_WIDTH_MAX}.`
export const INVALID_ADDRESS = 'Please enter a valid URL'
export const INVALID_PICTURE = 'Please choose one of the images or upload one.'

/** Appearance of a workspace's help page and widget. */
export const appearanceSchema = publicWorkspaceSchema.omit({ id: true, subdomain: true })
export type Appearance = z.output<typeof appearanceSchema>

const color = plainText(INVALID_COLOR).max(50, { error: INVALID_COLOR })
const address = plainText().max(ADDRESS_MAX).nullable()

/** Omitted fields stay unchanged; an empty text resets a value. Colors, URLs and the width are normalized. */
export const updateAppearanceInput = z
  .object({
    name: requiredText(100, 'Please enter a brand name.'),
    logo_url: address,
    website_url: address,
    page_layout: z.enum(pageLayouts, { error: 'Please choose a layout.' }),
    widget_heading: optionalText(HEADING_MAX).nullable(),
    widget_call_to_action: optionalText(CALL_TO_ACTION_MAX).nullable(),
    widget_show_powered_by: z.boolean(),
    /** Clamped to 0–16. */
    widget_border_width: z.union([z.number(), plainText().trim().min(1).max(20)], { error: INVALID_BORDER_WIDTH }),
    widget_border_color: color,
    social_twitter: address,
    social_facebook: address,
    social_linkedin: address,
    header_text_color: color,
    header_bg_type: z.enum(backgroundTypes, { error: 'Please choose a background.' }),
    header_bg_color: color,
    header_bg_image_url: address,
    header_bg_gradient_from: color,
    header_bg_gradient_to: color,
    header_bg_gradient_direction: z.enum(gradientDirections, { error: 'Please choose a direction.' }),
    /** Empty for the header's color. */
    accent_color: color.nullable(),
    neutral: z.enum(NEUTRALS, { error: 'Please choose a tint.' }),
    corners: z.enum(CORNERS, { error: 'Please choose the corners.' }),
    font: z.enum(FONTS, { error: 'Please choose a font.' }),
    logo_dark_url: address,
    favicon_url: address,
    /** Sanitized: rules apply inside the page alone, and load nothing. */
    custom_css: optionalText(CUSTOM_CSS_MAX),
  })
  .partial()
export type UpdateAppearance = z.output<typeof updateAppearanceInput>

export const CHANGED_MEANWHILE = {
  code: 'appearance.changed_meanwhile',
  message: 'Another user has changed this.',
}

/** `expected`: values that the editor last loaded. A field with another current value is not overwritten. */
export const saveAppearanceInput = updateAppearanceInput.extend({ expected: appearanceSchema.partial().optional() })
export type SaveAppearance = z.output<typeof saveAppearanceInput>

/** Logo and header: taken in as these, and enforced. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024
export const PICTURE_HINT = 'PNG/JPG up to 10MB'
const pictureKinds = ['logo', 'logo_dark', 'favicon', 'header'] as const
export type PictureKind = (typeof pictureKinds)[number]
/** Field that holds the address of each picture. */
export const PICTURE_FIELDS = {
  logo: 'logo_url',
  logo_dark: 'logo_dark_url',
  favicon: 'favicon_url',
  header: 'header_bg_image_url',
} as const satisfies Record<PictureKind, keyof Appearance>

export const appearanceContract = {
  get: workspaceProcedure('workspace.read')
    .route(rest('GET /appearance', 'Appearance', 'Read the appearance'))
    .output(appearanceSchema),
  update: workspaceProcedure('widget.write', { writes: true, conditional: true })
    .route(rest('PATCH /appearance', 'Appearance', 'Change the appearance'))
    .input(saveAppearanceInput)
    .output(appearanceSchema),
  /** The style sheet as visitors would get it, or why it would be refused. Stores nothing. */
  checkCss: workspaceProcedure('widget.write')
    .input(z.object({ css: optionalText(CUSTOM_CSS_MAX) }))
    .output(z.union([z.object({ css: z.string() }), z.object({ problem: z.string() })])),
  /** Shows it at once, takes more than a picture may have to refuse it in fitting words; a header picture also becomes the header's background. */
  uploadPicture: workspaceProcedure('widget.write', { writes: true, maxBodyBytes: 16 * 1024 * 1024 })
    .route(rest('POST /appearance/pictures', 'Appearance', 'Upload a logo, icon or header picture'))
    .input(z.object({ kind: z.enum(pictureKinds), file: z.file() }))
    .output(appearanceSchema),
}

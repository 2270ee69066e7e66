import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import {
  changesBetween,
  emit,
  inTransaction,
  lockWorkspace,
  normalizeWebsiteUrl,
  readPublicInfo,
  recordAudit,
  requireAdvancedCustomization,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaces,
} from '../../workspaces/server/index.ts'
import { type Appearance, appearanceSchema, CHANGED_MEANWHILE, type SaveAppearance } from '../contract.ts'
import { appearanceValues } from '../domain/appearance-values.ts'
import { advancedEdits } from '../domain/customization.ts'
import { changedMeanwhile } from '../domain/look-edits.ts'
import { sanitizeCss } from './custom-css.ts'

async function read(transaction: WorkspaceTransaction): Promise<Appearance> {
  const info = await readPublicInfo(transaction.tx, transaction.workspaceId)
  if (!info) throw notFound('workspace')
  return appearanceSchema.parse(info.workspace)
}

export const getAppearance = (context: WorkspaceContext): Promise<Appearance> => inTransaction(context, read)

const columnsOf = (values: Partial<Appearance>): Partial<typeof workspaces.$inferInsert> => ({
  name: values.name,
  logoUrl: values.logo_url,
  websiteUrl: values.website_url,
  pageLayout: values.page_layout,
  widgetHeading: values.widget_heading,
  widgetCallToAction: values.widget_call_to_action,
  widgetShowPoweredBy: values.widget_show_powered_by,
  widgetBorderWidth: values.widget_border_width,
  widgetBorderColor: values.widget_border_color,
  socialTwitter: values.social_twitter,
  socialFacebook: values.social_facebook,
  socialLinkedin: values.social_linkedin,
  headerTextColor: values.header_text_color,
  headerBgType: values.header_bg_type,
  headerBgColor: values.header_bg_color,
  headerBgImageUrl: values.header_bg_image_url,
  headerBgGradientFrom: values.header_bg_gradient_from,
  headerBgGradientTo: values.header_bg_gradient_to,
  headerBgGradientDirection: values.header_bg_gradient_direction,
  accentColor: values.accent_color,
  neutral: values.neutral,
  corners: values.corners,
  font: values.font,
  logoDarkUrl: values.logo_dark_url,
  faviconUrl: values.favicon_url,
  customCss: values.custom_css,
})

/**
 * Changes how the public page and the widget look, all of it or nothing: what it replaced and what it is now. Of two
 * owners who save at once the second waits, so that each sees exactly what it replaced.
 *
 * @throws invalid `appearance.invalid`, limit `limit.customization`, conflict `appearance.changed_meanwhile`, with fields
 */
export async function updateAppearance(
  context: WorkspaceContext,
  { expected = {}, ...input }: SaveAppearance,
): Promise<{ before: Appearance; after: Appearance }> {
  const { values, problems } = appearanceValues(input, normalizeWebsiteUrl)
  if (input.custom_css !== undefined) {
    const sanitized = sanitizeCss(input.custom_css)
    if ('css' in sanitized) values.custom_css = sanitized.css
    else problems.push({ path: 'custom_css', message: sanitized.problem })
  }
  const [first] = problems
  if (first) throw new AppError('invalid', 'appearance.invalid', first.message, { details: { fields: problems } })
  return inTransaction(context, async (transaction) => {
    await lockWorkspace(transaction)
    const before = await read(transaction)
    await requireMatch(transaction, async () => before)
    requireAdvancedCustomization(transaction, advancedEdits(before, values))
    const { code, message } = CHANGED_MEANWHILE
    const fields = changedMeanwhile(before, expected, values).map((path) => ({ path, message }))
    if (fields.length > 0) throw new AppError('conflict', code, message, { details: { fields } })
    await transaction.tx
      .update(workspaces)
      .set({ ...columnsOf(values), updatedAt: new Date() })
      .where(eq(workspaces.id, transaction.workspaceId))
    await emit(transaction, { type: 'workspace.changed' })
    const after = await read(transaction)
    const changes = changesBetween(before, after)
    if (changes.length > 0) await recordAudit(transaction, { action: 'widget.changed', details: { changes } })
    return { before, after }
  })
}

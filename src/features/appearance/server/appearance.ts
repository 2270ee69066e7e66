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

async function readAppearance(transaction: WorkspaceTransaction): Promise<Appearance> {
  const publicInfo = await readPublicInfo(transaction.tx, transaction.workspaceId)
  if (!publicInfo) throw notFound('workspace')
  return appearanceSchema.parse(publicInfo.workspace)
}

export const getAppearance = (context: WorkspaceContext): Promise<Appearance> => inTransaction(context, readAppearance)

const columnValues = (newValues: Partial<Appearance>): Partial<typeof workspaces.$inferInsert> => ({
  name: newValues.name,
  logoUrl: newValues.logo_url,
  websiteUrl: newValues.website_url,
  pageLayout: newValues.page_layout,
  widgetHeading: newValues.widget_heading,
  widgetCallToAction: newValues.widget_call_to_action,
  widgetShowPoweredBy: newValues.widget_show_powered_by,
  widgetBorderWidth: newValues.widget_border_width,
  widgetBorderColor: newValues.widget_border_color,
  socialTwitter: newValues.social_twitter,
  socialFacebook: newValues.social_facebook,
  socialLinkedin: newValues.social_linkedin,
  headerTextColor: newValues.header_text_color,
  headerBgType: newValues.header_bg_type,
  headerBgColor: newValues.header_bg_color,
  headerBgImageUrl: newValues.header_bg_image_url,
  headerBgGradientFrom: newValues.header_bg_gradient_from,
  headerBgGradientTo: newValues.header_bg_gradient_to,
  headerBgGradientDirection: newValues.header_bg_gradient_direction,
  accentColor: newValues.accent_color,
  neutral: newValues.neutral,
  corners: newValues.corners,
  font: newValues.font,
  logoDarkUrl: newValues.logo_dark_url,
  faviconUrl: newValues.favicon_url,
  customCss: newValues.custom_css,
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
    const sanitizedCss = sanitizeCss(input.custom_css)
    if ('css' in sanitizedCss) values.custom_css = sanitizedCss.css
    else problems.push({ path: 'custom_css', message: sanitizedCss.problem })
  }
  const [first] = problems
  if (first) throw new AppError('invalid', 'appearance.invalid', first.message, { details: { fields: problems } })
  return inTransaction(context, async (transaction) => {
    await lockWorkspace(transaction)
    const previousLook = await readAppearance(transaction)
    await requireMatch(transaction, async () => previousLook)
    requireAdvancedCustomization(transaction, advancedEdits(previousLook, values))
    const { code, message } = CHANGED_MEANWHILE
    const changedFields = changedMeanwhile(previousLook, expected, values).map((path) => ({ path, message }))
    if (changedFields.length > 0) throw new AppError('conflict', code, message, { details: { fields: changedFields } })
    await transaction.tx
      .update(workspaces)
      .set({ ...columnValues(values), updatedAt: new Date() })
      .where(eq(workspaces.id, transaction.workspaceId))
    await emit(transaction, { type: 'workspace.changed' })
    const updatedLook = await readAppearance(transaction)
    const auditedChanges = changesBetween(previousLook, updatedLook)
    if (auditedChanges.length > 0)
      await recordAudit(transaction, { action: 'widget.changed', details: { changes: auditedChanges } })
    return { before: previousLook, after: updatedLook }
  })
}

import { eq } from 'drizzle-orm'
import type { PublicWorkspace } from '../contract.ts'
import { emit, type WorkspaceTransaction } from './context.ts'
import { workspaces } from './workspaces.table.ts'

export type WorkspaceStyle = Pick<
  PublicWorkspace,
  | 'widget_heading'
  | 'widget_call_to_action'
  | 'header_text_color'
  | 'header_bg_type'
  | 'header_bg_gradient_from'
  | 'header_bg_gradient_to'
  | 'header_bg_gradient_direction'
>

/** Changes how the public page looks. */
export async function restyleWorkspace(transaction: WorkspaceTransaction, newStyle: WorkspaceStyle): Promise<void> {
  await transaction.tx
    .update(workspaces)
    .set({
      widgetHeading: newStyle.widget_heading,
      widgetCallToAction: newStyle.widget_call_to_action,
      headerTextColor: newStyle.header_text_color,
      headerBgType: newStyle.header_bg_type,
      headerBgGradientFrom: newStyle.header_bg_gradient_from,
      headerBgGradientTo: newStyle.header_bg_gradient_to,
      headerBgGradientDirection: newStyle.header_bg_gradient_direction,
      updatedAt: new Date(),
    })
    .where(eq(workspaces.id, transaction.workspaceId))
  await emit(transaction, { type: 'workspace.changed' })
}

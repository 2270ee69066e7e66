import type { ShownWorkspace } from '../contract.ts'

interface WidgetTagProps {
  workspace: ShownWorkspace
  /** Pixels kept free, so that nothing below it moves. */
  minHeight?: number
  /** FAQs listed at a time; the widget's own number by default. */
  limit?: number
}

/** Our own widget, put in as customers put it in: by its script tag, with the specified border. */
export function WidgetTag({ workspace, minHeight = 640, limit }: WidgetTagProps) {
  return (
    <script
      async
      src="/widget.js"
      data-workspace-id={workspace.id}
      data-border-width="6"
      data-border-color="light-dark(#e5e7eb, #2b3639)"
      data-min-height={minHeight}
      data-limit={limit}
      data-title={`${workspace.name} Help`}
    />
  )
}

/** The same as a button in the corner. */
export function LauncherTag({ workspace, label }: { workspace: ShownWorkspace; label: string }) {
  return <script async src="/widget.js" data-workspace-id={workspace.id} data-mode="launcher" data-label={label} />
}

/** The script alone, for pages with custom elements and no widget. */
export const ElementsTag = () => <script async src="/widget.js" />

/** The script tag that shows the workspace's widget where it stands, with the border it is set to. */
export const embedSnippet = (
  origin: string,
  workspaceId: string,
  {
    widget_border_width: width,
    widget_border_color: color,
  }: { widget_border_width: number; widget_border_color: string },
): string =>
  `<script async src="${origin}/widget.js" data-workspace-id="${workspaceId}" data-border-width="${width}" data-border-color="${color}"></script>`

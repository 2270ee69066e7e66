/** Path of the images that this product stores. Those of other hosts are never shown, so no visitor's browser asks for them. */
export const IMAGE_PATH = '/files/images/'
const ID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const OWN_IMAGE = new RegExp(`^${IMAGE_PATH}(${ID_PATTERN})/${ID_PATTERN}-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.webp$`, 'u')

/** The workspace and the size in pixels that an address of our own images names; null for any other address. */
export function ownImage(imageAddress: string): { workspaceId: string; width: number; height: number } | null {
  const [, workspaceId, width, height] = OWN_IMAGE.exec(imageAddress) ?? []
  return workspaceId ? { workspaceId, width: Number(width), height: Number(height) } : null
}

/** Images of a text in Markdown, which is read elsewhere too, with their whole address. */
export const absoluteImages = (markdown: string, serverOrigin: string): string =>
  markdown.replaceAll(`](${IMAGE_PATH}`, `](${serverOrigin}${IMAGE_PATH}`)

/**
 * Removes the server's address from the images of one workspace, also a former address of the server. Images of other
 * workspaces keep theirs.
 */
export const relativeImages = (markdown: string, workspaceId: string): string =>
  markdown.replace(new RegExp(`\\]\\(https?://[^\\s/()<>]+(?=${IMAGE_PATH}${workspaceId}/)`, 'gu'), '](')

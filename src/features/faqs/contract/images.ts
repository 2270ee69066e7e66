/** Limits of the images in answers, enforced by the server. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_HINT = 'PNG, JPG or WebP up to 10 MB'
/** Images of a workspace, and their bytes. */
export const IMAGES_MAX = 5_000
export const IMAGES_MAX_BYTES = 1024 ** 3
/** Days after which an image that no answer shows is removed. */
export const UNUSED_IMAGE_DAYS = 7
export const FOREIGN_IMAGE = 'This answer shows an image of another workspace. Add the image to this workspace.'

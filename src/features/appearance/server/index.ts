export { createAppearanceRoutes } from './appearance.routes.ts'
export { createPictureFiles } from './picture-files.ts'
export { pictureFolder } from './pictures.ts'

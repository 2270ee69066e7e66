export { createPictureFiles } from './picture-files.ts'
export { pictureFolder } from './pictures.ts'
export { createAppearanceRoutes } from './routes.ts'

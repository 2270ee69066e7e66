import { AppError } from '../../../../kernel/app-error.ts'
import { IMAGE_PATH } from '../../../../kernel/markup.ts'
import { FOREIGN_IMAGE } from '../../contract.ts'

const IMAGE_ADDRESS = new RegExp(`\\]\\(\\s*<?${IMAGE_PATH}([^/\\s)>]*)/`, 'gu')

/** True where an answer shows an image that another workspace stores: it would vanish with that workspace. */
export const showsForeignImage = ({ answer }: { answer: string }, workspaceId: string): boolean =>
  [...answer.matchAll(IMAGE_ADDRESS)].some(([, owner]) => owner !== workspaceId)

export const foreignImage = (): AppError =>
  new AppError('invalid', 'faq.foreign_image', FOREIGN_IMAGE, {
    details: { fields: [{ path: 'answer', message: FOREIGN_IMAGE }] },
  })

/** @throws invalid `faq.foreign_image` */
export function refuseForeignImages(answerItems: readonly { answer: string }[], workspaceId: string): void {
  if (answerItems.some((answerItem) => showsForeignImage(answerItem, workspaceId))) throw foreignImage()
}

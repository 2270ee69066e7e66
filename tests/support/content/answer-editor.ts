import { expect, type Locator, type Page } from '@playwright/test'
import type { OwnWorkspace } from '../browser/browser-people.ts'
import { callInWorkspace } from './workspace-content.ts'

/** The browser's globals that pasting needs: this file is typed without a document. */
interface ClipboardGlobals {
  DataTransfer: new () => { setData: (type: string, text: string) => void; items: { add: (file: object) => void } }
  File: new (parts: object[], name: string, init: object) => object
  Uint8Array: { from: (text: string, of: (sign: string) => number) => object }
  atob: (text: string) => string
  ClipboardEvent: new (type: string, init: object) => object
}

/** Waits until the editor has taken the place of the plain field that is there while its script arrives. */
export async function editorReady(answer: Locator): Promise<void> {
  await expect(answer).toHaveAttribute('contenteditable', 'true')
}

/** Puts the caret at the end of the answer. */
export async function caretAtEnd(answer: Locator): Promise<void> {
  await answer.focus()
  // The editor restores its own selection 20 ms after it gets the focus. A timer that starts later ends later.
  await answer.evaluate(
    () =>
      new Promise<void>((done) =>
        (globalThis as { setTimeout: (then: () => void, ms: number) => void }).setTimeout(done, 20),
      ),
  )
  await answer.press('ControlOrMeta+End')
}

/** Opens the editor of the FAQ with this question from the list. */
export async function openEditor(page: Page, question: string): Promise<{ dialog: Locator; answer: Locator }> {
  await page.goto('/pages')
  await page.getByRole('row').filter({ hasText: question }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  const answer = dialog.getByLabel('Answer', { exact: true })
  await editorReady(answer)
  return { dialog, answer }
}

/** Saves the FAQ that is being edited. @returns the stored answer */
export async function saveAnswer(page: Page, dialog: Locator, workspace: OwnWorkspace, id: string): Promise<string> {
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('FAQ updated successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const faq = await callInWorkspace<{ answer: string }>(page, workspace, 'faqs/get', { id })
  return faq.answer
}

/** Pastes into an answer, as from another program. */
export async function paste(into: Locator, data: Record<string, string>): Promise<void> {
  await editorReady(into)
  await into.focus()
  await into.evaluate((element, flavors) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as ClipboardGlobals
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(flavors)) clipboardData.setData(type, text)
    const target = element as unknown as { dispatchEvent: (event: object) => void }
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Replaces an answer by this Markdown. */
export async function writeAnswer(answer: Locator, markdown: string): Promise<void> {
  await answer.fill('')
  await paste(answer, { 'text/plain': markdown })
}

/** Pastes or drops a PNG, as from a program that takes screenshots. */
export async function giveImage(into: Locator, event: 'paste' | 'drop', png: Buffer): Promise<void> {
  await into.focus()
  const options = { bytes: png.toString('base64'), type: event }
  await into.evaluate((element, { bytes, type }) => {
    const page = globalThis as unknown as ClipboardGlobals & { DragEvent: ClipboardGlobals['ClipboardEvent'] }
    const { atob, File, DataTransfer, ClipboardEvent, DragEvent } = page
    const data = new DataTransfer()
    data.items.add(
      new File([page.Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], 'screenshot.png', {
        type: 'image/png',
      }),
    )
    const target = element as unknown as {
      dispatchEvent: (event: object) => void
      getBoundingClientRect: () => { left: number; top: number }
    }
    const { left, top } = target.getBoundingClientRect()
    const init = { bubbles: true, cancelable: true }
    target.dispatchEvent(
      type === 'paste'
        ? new ClipboardEvent('paste', { ...init, clipboardData: data })
        : new DragEvent('drop', { ...init, dataTransfer: data, clientX: left + 20, clientY: top + 15 }),
    )
  }, options)
}

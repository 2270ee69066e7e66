import { expect, type Locator, type Page } from '@playwright/test'

/** Selects an option by its visible name in the select with this label. */
export async function select(within: Page | Locator, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
}

export async function expectChosen(within: Page | Locator, label: string, option: string): Promise<void> {
  await expect(within.getByRole('combobox', { name: label, exact: true }).locator('option:checked')).toHaveText(option)
}
